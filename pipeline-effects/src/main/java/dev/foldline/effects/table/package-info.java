/**
 * {@code state.sqlite}: the content of the logs as tables for queries. The logs are the truth: a
 * row is written in a transaction that commits only after its event is on disk. Every reader first
 * updates the tables from the logs, so a crash between the two is never visible.
 */
@NullMarked
package dev.foldline.effects.table;

import org.jspecify.annotations.NullMarked;
