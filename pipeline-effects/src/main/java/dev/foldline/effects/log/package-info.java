/**
 * The event log: append-only, checked line by line, and the snapshot that shortens reading it.
 *
 * <p>Start with {@link dev.foldline.effects.log.EventLog} for writing and {@link dev.foldline.effects.log.LogReader} for reading.
 * The events themselves are JSON text here; what they mean is not known in this package.
 *
 * <p>A line is {@code {"v":1,"seq":7,"at":"2026-11-21T22:00:00.000Z","ticket":3,"rule":"...","event":{...},"prev":"...","crc":"..."}},
 * in this order, without spaces, {@code ticket} and {@code rule} only where they are known. What somebody asked for through the
 * inbox has the name of that {@code message} before its event. {@code prev} is the SHA-256 of the line
 * before without its line feed (64 zeros for the first), {@code crc} the CRC-32C of the bytes of the line before {@code ,"crc"}.
 */
@NullMarked
package dev.foldline.effects.log;

import org.jspecify.annotations.NullMarked;
