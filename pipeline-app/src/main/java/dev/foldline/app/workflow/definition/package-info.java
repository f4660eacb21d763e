/** The file that says what the tasks of a workflow are. */
@NullMarked
package dev.foldline.app.workflow.definition;

import org.jspecify.annotations.NullMarked;
