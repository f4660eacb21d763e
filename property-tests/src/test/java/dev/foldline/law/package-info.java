/**
 * The laws: one class of properties for each, every method a promise. {@code -Dfoldline.tries} says
 * how many seeds each tries, {@code -Dfoldline.seed} tries one.
 */
@NullMarked
package dev.foldline.law;

import org.jspecify.annotations.NullMarked;
