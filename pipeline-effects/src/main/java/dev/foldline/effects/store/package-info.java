/**
 * What Foldline keeps on disk beside the event log: the directories of runs, their locks, their inboxes, and the blobs.
 *
 * <p>Start with {@link dev.foldline.effects.store.Runs}. A file that replaces another goes through
 * {@link dev.foldline.effects.store.AtomicFile}, so that no crash leaves half of one.
 */
@NullMarked
package dev.foldline.effects.store;

import org.jspecify.annotations.NullMarked;
