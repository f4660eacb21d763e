/** The forge that hosts the repository: pull requests, their checks and reviews. */
@NullMarked
package dev.foldline.effects.forge;

import org.jspecify.annotations.NullMarked;
