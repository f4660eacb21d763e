/**
 * Stories of the workflow {@code tasks} and of its tasks: admission, children, terminals, merges.
 */
@NullMarked
package dev.foldline.scenario.tasks;

import org.jspecify.annotations.NullMarked;
