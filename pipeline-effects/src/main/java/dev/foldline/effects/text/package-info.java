/** Utilities for characters and lines. */
@NullMarked
package dev.foldline.effects.text;

import org.jspecify.annotations.NullMarked;
