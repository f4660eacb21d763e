/**
 * What a run's log tells: its states, what happened, which rule decided and why. Read only, and
 * beside whoever drives the run.
 *
 * <p>Start with {@link dev.foldline.app.history.History}.
 */
@NullMarked
package dev.foldline.app.history;

import org.jspecify.annotations.NullMarked;
