/** The one real {@link dev.foldline.effects.git.Git}: JGit reads, the git command does the rest. */
@NullMarked
package dev.foldline.effects.git.local;

import org.jspecify.annotations.NullMarked;
