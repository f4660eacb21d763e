/** Starts child runs. */
@NullMarked
package dev.foldline.effects.child;

import org.jspecify.annotations.NullMarked;
