/**
 * The terminal output of a run in progress: plain lines, or a live view at the bottom of the
 * terminal.
 */
@NullMarked
package dev.foldline.app.view;

import org.jspecify.annotations.NullMarked;
