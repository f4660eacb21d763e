/**
 * Adapters for supported agent CLIs: their output and their arguments. A new one needs one class
 * here and one row in {@code Adapters}.
 */
@NullMarked
package dev.foldline.effects.agent.cli;

import org.jspecify.annotations.NullMarked;
