/**
 * The real environment: carries out effects on a repository with child processes and files, runs
 * checks, and starts child runs.
 */
@NullMarked
package dev.foldline.effects.environment;

import org.jspecify.annotations.NullMarked;
