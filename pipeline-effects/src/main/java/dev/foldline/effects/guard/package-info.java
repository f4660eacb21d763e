/**
 * Protects what agents must not change: snapshots before a call, and their comparison after it,
 * even if the driver died in between.
 */
@NullMarked
package dev.foldline.effects.guard;

import org.jspecify.annotations.NullMarked;
