/** Finds what judges and tests a change in trees of the repository, and compares two of them. */
@NullMarked
package dev.foldline.effects.change;

import org.jspecify.annotations.NullMarked;
