/** Arbitrary values from a seed: workflows of every shape, walks through them, products of slots, foreign events. */
@NullMarked
package dev.foldline.arbitrary;

import org.jspecify.annotations.NullMarked;
