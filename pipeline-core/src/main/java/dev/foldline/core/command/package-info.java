/** External commands and their validation. */
@NullMarked
package dev.foldline.core.command;

import org.jspecify.annotations.NullMarked;
