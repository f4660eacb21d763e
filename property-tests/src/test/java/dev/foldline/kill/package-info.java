/**
 * The real thing: the application in a process of its own, on a real repository, with agents that
 * are real child processes, killed and told to go at chosen events and at random instants, and
 * compared with a run that nobody disturbed.
 */
@NullMarked
package dev.foldline.kill;

import org.jspecify.annotations.NullMarked;
