/** The files that show a {@code tdd} run to its agent. */
@NullMarked
package dev.foldline.effects.projection.tdd;

import org.jspecify.annotations.NullMarked;
