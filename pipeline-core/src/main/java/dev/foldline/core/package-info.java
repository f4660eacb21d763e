/** The pure core. A run is the fold of its events, and each effect is derived from its state. */
@NullMarked
package dev.foldline.core;

import org.jspecify.annotations.NullMarked;
