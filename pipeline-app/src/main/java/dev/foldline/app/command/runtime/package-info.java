/** Commands for workflows of tasks. */
@NullMarked
package dev.foldline.app.command.runtime;

import org.jspecify.annotations.NullMarked;
