/** Folds logs into states. */
@NullMarked
package dev.foldline.effects.replay;

import org.jspecify.annotations.NullMarked;
