/** Commands for an agent that pulls its work, and for the operator who looks after it. */
@NullMarked
package dev.foldline.app.command.task;

import org.jspecify.annotations.NullMarked;
