/**
 * Foldline's files other than the event log: the directories of runs, their locks, their inboxes,
 * and the blobs.
 *
 * <p>Start with {@link dev.foldline.effects.store.Runs}. A file that replaces another is written
 * through {@link dev.foldline.effects.store.AtomicFile}, so that no crash leaves a partial one.
 */
@NullMarked
package dev.foldline.effects.store;

import org.jspecify.annotations.NullMarked;
