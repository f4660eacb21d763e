/**
 * Reads a run's log: its states, its events, and the rules that decided. It writes nothing, so
 * another process can drive the run at the same time.
 *
 * <p>Start with {@link dev.foldline.app.history.History}.
 */
@NullMarked
package dev.foldline.app.history;

import org.jspecify.annotations.NullMarked;
