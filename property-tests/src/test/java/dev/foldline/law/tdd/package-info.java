/** What holds of every run of {@code tdd}, whatever its worker submits. */
@NullMarked
package dev.foldline.law.tdd;

import org.jspecify.annotations.NullMarked;
