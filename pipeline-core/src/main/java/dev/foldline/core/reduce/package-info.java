/** What an event means: one small reducer per family, the cursor's moves, and the remedies. */
@NullMarked
package dev.foldline.core.reduce;

import org.jspecify.annotations.NullMarked;
