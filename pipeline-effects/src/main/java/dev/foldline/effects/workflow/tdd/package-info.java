/** The files, artifacts, instructions and projections of the {@code tdd} workflow. */
@NullMarked
package dev.foldline.effects.workflow.tdd;

import org.jspecify.annotations.NullMarked;
