/** Waiting for a condition that no notification reports. */
@NullMarked
package dev.foldline.effects.poll;

import org.jspecify.annotations.NullMarked;
