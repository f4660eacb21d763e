/** A repository and its working tree: operations and their results as values. */
@NullMarked
package dev.foldline.effects.git;

import org.jspecify.annotations.NullMarked;
