/** Checks: commands that Foldline runs itself. */
@NullMarked
package dev.foldline.effects.check;

import org.jspecify.annotations.NullMarked;
