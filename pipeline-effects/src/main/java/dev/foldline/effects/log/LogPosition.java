package dev.foldline.effects.log;

import dev.foldline.core.PipelineBug;

/**
 * A position between two lines of a log, identified by the line before it.
 *
 * @param seq the number of that line, which is also the number of lines so far; 0 at the start
 * @param hash the SHA-256 of that line's bytes without its line feed, in hexadecimal; 64 zeros at
 *     the start
 * @param offset where the next line starts, in bytes
 */
public record LogPosition(long seq, String hash, long offset) {
    public static final LogPosition START = new LogPosition(0, "0".repeat(64), 0);

    public LogPosition {
        if (seq < 0 || offset < 0 || hash.length() != 64) {
            throw new PipelineBug("no place in a log: " + seq + ", " + offset + ", " + hash);
        }
    }
}
