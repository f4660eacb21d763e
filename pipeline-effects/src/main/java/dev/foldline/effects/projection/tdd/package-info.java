/** The files that show a run of the workflow {@code tdd} to its worker. */
@NullMarked
package dev.foldline.effects.projection.tdd;

import org.jspecify.annotations.NullMarked;
