package dev.foldline.effects.agent.chat;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.PrintStream;

/**
 * Prints frames, one JSON object per line. The key is replaced in every text, whatever its variable
 * is named: providers quote keys in their messages.
 */
final class FrameWriter {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String REDACTED = "[redacted:key]";

    private final PrintStream out;
    private final String key;

    /**
     * @param key the key; empty without one
     */
    FrameWriter(PrintStream out, String key) {
        this.out = out;
        this.key = key;
    }

    /** Returns a frame of this type, to be completed and printed. */
    ObjectNode frame(String type) {
        return MAPPER.createObjectNode().put("type", "chat." + type);
    }

    void print(ObjectNode frame) {
        out.println(MAPPER.writeValueAsString(frame));
        out.flush();
    }

    /** Returns the text without the key. */
    String redact(String text) {
        return key.isEmpty() ? text : text.replace(key, REDACTED);
    }

    /**
     * Prints a failure.
     *
     * @param reason the kind of failure, in the words of {@code ChatFormat}
     */
    void fail(String reason, String message) {
        print(frame("failed").put("reason", reason).put("message", redact(message)));
    }
}
