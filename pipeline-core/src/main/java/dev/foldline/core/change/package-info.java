/** What a run's change touches of what judges and tests it, and what follows from that. */
@NullMarked
package dev.foldline.core.change;

import org.jspecify.annotations.NullMarked;
