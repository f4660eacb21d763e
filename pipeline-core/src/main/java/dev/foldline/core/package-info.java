/** The pure core: a run is the fold of its events, and every next step is derived from it. */
@NullMarked
package dev.foldline.core;

import org.jspecify.annotations.NullMarked;
