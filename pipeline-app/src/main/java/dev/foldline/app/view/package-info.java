/**
 * What a person sees while a run is under way: plain lines, or a live view at the foot of a
 * terminal.
 */
@NullMarked
package dev.foldline.app.view;

import org.jspecify.annotations.NullMarked;
