/** Checks: commands that the engine runs itself. */
@NullMarked
package dev.foldline.effects.check;

import org.jspecify.annotations.NullMarked;
