/**
 * {@code state.sqlite}: what the logs say, as tables for queries. The logs are the truth: a row is written in a transaction
 * that commits only after its event is on disk, and every reader mends from the logs first, so that a crash between the two
 * is never seen.
 */
@NullMarked
package dev.foldline.effects.table;

import org.jspecify.annotations.NullMarked;
