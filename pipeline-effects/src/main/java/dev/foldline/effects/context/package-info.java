/** Where a run is carried out, and how what is under way is told to end. */
@NullMarked
package dev.foldline.effects.context;

import org.jspecify.annotations.NullMarked;
