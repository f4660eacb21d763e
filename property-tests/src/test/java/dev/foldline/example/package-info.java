/** A user's own test, as the README shows it. */
@NullMarked
package dev.foldline.example;

import org.jspecify.annotations.NullMarked;
