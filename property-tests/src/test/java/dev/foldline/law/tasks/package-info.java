/** What holds of every workflow of tasks, whatever its tasks tell it and in whatever order. */
@NullMarked
package dev.foldline.law.tasks;

import org.jspecify.annotations.NullMarked;
