/** The workflows that come with Foldline. */
@NullMarked
package dev.foldline.core.workflow.builtin;

import org.jspecify.annotations.NullMarked;
