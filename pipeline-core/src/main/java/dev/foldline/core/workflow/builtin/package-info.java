/** The workflows included in Foldline. */
@NullMarked
package dev.foldline.core.workflow.builtin;

import org.jspecify.annotations.NullMarked;
