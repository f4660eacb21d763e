/** Commands that list, open and answer gates. */
@NullMarked
package dev.foldline.app.command.gate;

import org.jspecify.annotations.NullMarked;
