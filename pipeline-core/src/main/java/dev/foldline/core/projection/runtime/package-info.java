/** How workflows of tasks, their tasks and the terminals of those stand: what the logs of a parent and its children tell. */
@NullMarked
package dev.foldline.core.projection.runtime;

import org.jspecify.annotations.NullMarked;
