/** Reducers: one per family of events, the cursor's transitions, and failure handling. */
@NullMarked
package dev.foldline.core.reduce;

import org.jspecify.annotations.NullMarked;
