package dev.foldline.effects.agent.acp;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.PrintStream;

/**
 * Prints what the agent does as frames, one JSON object per line. Pieces of text are collected: a
 * frame for each token would fill the log.
 */
final class AcpFrames {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int PIECE_CHARS = 160;
    private static final int TEXT_CHARS_MAX = 4_000;
    private static final long PIECE_NANOS = 1_000_000_000L;

    private final PrintStream out;
    private final StringBuilder piece = new StringBuilder();
    private String type = "text";
    private long printed = System.nanoTime();

    AcpFrames(PrintStream out) {
        this.out = out;
    }

    /** Returns a frame of this type, to be completed and printed. */
    ObjectNode frame(String ofType) {
        return MAPPER.createObjectNode().put("type", "acp." + ofType);
    }

    /** Prints a frame behind the text that came before it. */
    synchronized void print(ObjectNode frame) {
        flush();
        write(frame);
    }

    /**
     * Adds a piece of what the agent says.
     *
     * @param ofType {@code text} or {@code thinking}
     */
    synchronized void append(String ofType, String text) {
        if (!ofType.equals(type)) flush();
        type = ofType;
        piece.append(text, 0, Math.min(text.length(), TEXT_CHARS_MAX));
        boolean due = System.nanoTime() - printed > PIECE_NANOS;
        if (due || piece.length() >= PIECE_CHARS || piece.indexOf("\n") >= 0) flushWords();
    }

    /** Frames are redacted one by one, so a word is not divided between two. */
    private void flushWords() {
        int end = piece.length();
        while (end > 0 && !Character.isWhitespace(piece.charAt(end - 1))) end--;
        if (end == 0 && piece.length() >= TEXT_CHARS_MAX) end = piece.length();
        if (end == 0) return;
        write(frame(type).put("text", piece.substring(0, end)));
        piece.delete(0, end);
    }

    /**
     * Prints a failure.
     *
     * @param reason the kind of failure, in the words of the adapter
     */
    void fail(String reason, String message) {
        print(frame("failed").put("reason", reason).put("message", cut(message)));
    }

    /** Prints the agent's own error. */
    void fail(AcpFault fault) {
        print(
                frame("failed")
                        .put("reason", fault.reason())
                        .put("code", fault.code())
                        .put("kind", fault.kind())
                        .put("message", cut(fault.text())));
    }

    /** Returns the start of a text. */
    static String cut(String text) {
        return text.length() <= TEXT_CHARS_MAX ? text : text.substring(0, TEXT_CHARS_MAX);
    }

    /** Prints the collected text. */
    synchronized void flush() {
        if (piece.isEmpty()) return;
        write(frame(type).put("text", piece.toString()));
        piece.setLength(0);
    }

    private void write(ObjectNode frame) {
        out.println(MAPPER.writeValueAsString(frame));
        out.flush();
        printed = System.nanoTime();
    }
}
