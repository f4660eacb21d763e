/** How the runs of a run's children are begun. */
@NullMarked
package dev.foldline.effects.child;

import org.jspecify.annotations.NullMarked;
