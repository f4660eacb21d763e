/**
 * The implementations of {@link dev.foldline.effects.git.Git}: for a repository, where JGit reads
 * and the git command does the rest, and for a folder without one.
 */
@NullMarked
package dev.foldline.effects.git.local;

import org.jspecify.annotations.NullMarked;
