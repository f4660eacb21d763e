/**
 * Arbitrary values from a seed: workflows of every shape, walks through them, products of slots,
 * foreign events, any value at all.
 */
@NullMarked
package dev.foldline.arbitrary;

import org.jspecify.annotations.NullMarked;
