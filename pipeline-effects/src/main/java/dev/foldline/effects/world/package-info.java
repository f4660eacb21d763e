/** The real world: effects carried out on a repository, with child processes and files. */
@NullMarked
package dev.foldline.effects.world;

import org.jspecify.annotations.NullMarked;
