/**
 * The event log: append-only and verified line by line, with a snapshot that shortens reading.
 *
 * <p>Start with {@link dev.foldline.effects.log.EventLog} for writing and {@link
 * dev.foldline.effects.log.LogReader} for reading. Events are JSON text without meaning here,
 * except for {@link dev.foldline.effects.log.LogFold}, which folds them into states.
 *
 * <p>A line is {@code
 * {"v":1,"seq":7,"at":"2026-11-21T22:00:00.000Z","ticket":3,"rule":"...","event":{...},"prev":"...","crc":"..."}},
 * in this order, without spaces. {@code ticket} and {@code rule} are present only if known. A line
 * that answers an inbox message has the name of that {@code message} before its event; a line
 * requested by a user has {@code by} with its author. {@code prev} is the SHA-256 of the line
 * before without its line feed (64 zeros for the first). {@code crc} is the CRC-32C of the bytes of
 * the line before {@code ,"crc"}.
 */
@NullMarked
package dev.foldline.effects.log;

import org.jspecify.annotations.NullMarked;
