/** The two documents of the workflow {@code tdd} as files, and what a review hands in. */
@NullMarked
package dev.foldline.effects.artifact.tdd;

import org.jspecify.annotations.NullMarked;
