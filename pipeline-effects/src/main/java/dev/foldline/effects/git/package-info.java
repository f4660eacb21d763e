/** One repository and its working tree, as values: what can be seen of it, what can be done to it. */
@NullMarked
package dev.foldline.effects.git;

import org.jspecify.annotations.NullMarked;
