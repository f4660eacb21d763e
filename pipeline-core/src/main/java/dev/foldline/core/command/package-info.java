/** Input from outside, and whether it is legal. */
@NullMarked
package dev.foldline.core.command;

import org.jspecify.annotations.NullMarked;
