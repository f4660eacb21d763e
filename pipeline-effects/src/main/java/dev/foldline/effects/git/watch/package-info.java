/** Detects new commits on the local branches of a repository. */
@NullMarked
package dev.foldline.effects.git.watch;

import org.jspecify.annotations.NullMarked;
