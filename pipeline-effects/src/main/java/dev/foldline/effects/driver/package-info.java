/**
 * The driver loop (decide, perform, append, reduce) and its interfaces to the environment and the
 * log.
 */
@NullMarked
package dev.foldline.effects.driver;

import org.jspecify.annotations.NullMarked;
