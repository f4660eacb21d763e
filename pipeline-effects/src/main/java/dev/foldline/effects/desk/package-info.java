/** Where a worker of {@code tdd} that the engine calls is told its next task and hands in its work. */
@NullMarked
package dev.foldline.effects.desk;

import org.jspecify.annotations.NullMarked;
