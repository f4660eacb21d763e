/** What is new on the local branches of a repository, and when. */
@NullMarked
package dev.foldline.effects.git.watch;

import org.jspecify.annotations.NullMarked;
