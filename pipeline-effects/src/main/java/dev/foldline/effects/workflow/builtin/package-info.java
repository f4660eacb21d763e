/** The list that registers each workflow's support. Only this package names the workflows. */
@NullMarked
package dev.foldline.effects.workflow.builtin;

import org.jspecify.annotations.NullMarked;
