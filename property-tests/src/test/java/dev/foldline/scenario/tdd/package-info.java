/**
 * The workflow {@code tdd} as its worker meets it: files given, a tool called, what is left. Git
 * and all programs are real.
 */
@NullMarked
package dev.foldline.scenario.tdd;

import org.jspecify.annotations.NullMarked;
