/** Folders without a repository. */
@NullMarked
package dev.foldline.effects.git.none;

import org.jspecify.annotations.NullMarked;
