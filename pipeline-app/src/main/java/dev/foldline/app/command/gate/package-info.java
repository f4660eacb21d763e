/** The commands of people at gates. */
@NullMarked
package dev.foldline.app.command.gate;

import org.jspecify.annotations.NullMarked;
