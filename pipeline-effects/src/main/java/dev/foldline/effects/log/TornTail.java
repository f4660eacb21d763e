package dev.foldline.effects.log;

/**
 * What a crash in the middle of an append leaves: bytes after the last line feed.
 *
 * @param line the number the line would have had
 * @param offset where it begins, in bytes
 * @param bytes its length so far
 * @param whole whether only the line feed is missing; such a line is kept by the repair, any other was never acknowledged and is cut
 *     off
 */
public record TornTail(long line, long offset, int bytes, boolean whole) {
    /** One sentence for people. */
    public String message() {
        return whole
                ? "line " + line + " lacks only its line feed"
                : "line " + line + " was cut short by a crash after " + bytes + " bytes";
    }
}
