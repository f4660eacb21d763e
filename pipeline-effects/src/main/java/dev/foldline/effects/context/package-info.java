/** The context of a run, and the cancellation of its effects. */
@NullMarked
package dev.foldline.effects.context;

import org.jspecify.annotations.NullMarked;
