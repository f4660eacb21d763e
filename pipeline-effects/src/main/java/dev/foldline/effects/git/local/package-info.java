/**
 * The real {@link dev.foldline.effects.git.Git} implementation: JGit reads, and the git command
 * does the rest.
 */
@NullMarked
package dev.foldline.effects.git.local;

import org.jspecify.annotations.NullMarked;
