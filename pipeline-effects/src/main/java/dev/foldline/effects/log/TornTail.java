package dev.foldline.effects.log;

/**
 * The result of a crash during an append: bytes after the last line feed.
 *
 * @param line the number the line would have had
 * @param offset where it starts, in bytes
 * @param bytes its length so far
 * @param whole whether only the line feed is missing; the repair keeps such a line, and truncates
 *     any other because it was never acknowledged
 */
public record TornTail(long line, long offset, int bytes, boolean whole) {
    /** Returns a sentence for the user. */
    public String message() {
        return whole
                ? "line " + line + " lacks only its line feed"
                : "line " + line + " was cut short by a crash after " + bytes + " bytes";
    }
}
