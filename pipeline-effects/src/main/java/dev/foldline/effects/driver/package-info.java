/** The loop: decide, perform, append, reduce; and what it needs of the world and of the log. */
@NullMarked
package dev.foldline.effects.driver;

import org.jspecify.annotations.NullMarked;
