/**
 * The laws: one class of properties for each, every method a promise. {@code -Djqwik.tries.default}
 * scales the tries of all, {@code -Djqwik.seed} sets the seed of one.
 */
@NullMarked
package dev.foldline.law;

import org.jspecify.annotations.NullMarked;
