/**
 * Status of workflows of tasks, their tasks and terminals, derived from the logs of a parent and
 * its children.
 */
@NullMarked
package dev.foldline.core.projection.runtime;

import org.jspecify.annotations.NullMarked;
