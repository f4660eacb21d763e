/** The files that show a workflow of tasks. */
@NullMarked
package dev.foldline.effects.workflow.tasks;

import org.jspecify.annotations.NullMarked;
