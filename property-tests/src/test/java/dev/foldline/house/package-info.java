/** The house rules, kept by tests: sizes, import direction, and what the core must not touch. */
@NullMarked
package dev.foldline.house;

import org.jspecify.annotations.NullMarked;
