/** The file that says what the tasks of a workflow are. */
@NullMarked
package dev.foldline.app.runtime.definition;

import org.jspecify.annotations.NullMarked;
