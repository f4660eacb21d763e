/**
 * Logs that were once written, kept for ever: whatever changes, they go on being read, and mean
 * what they meant.
 */
@NullMarked
package dev.foldline.golden;

import org.jspecify.annotations.NullMarked;
