/** From the lines of a log to the state they tell. */
@NullMarked
package dev.foldline.effects.replay;

import org.jspecify.annotations.NullMarked;
