package dev.foldline.core.projection;

import dev.foldline.core.state.Gate;

/**
 * What a person is asked at a gate.
 *
 * @param node the phase that completed
 * @param result the beginning of what it made
 */
public record Interrupt(String node, String result, String message) {
    private static final int RESULT_CHARS_MAX = 500;

    /** @param made the text the phase made */
    public static Interrupt of(Gate gate, String made) {
        int end = made.offsetByCodePoints(0, Math.min(RESULT_CHARS_MAX, made.codePointCount(0, made.length())));
        return new Interrupt(gate.id(), made.substring(0, end), "Node \"" + gate.id() + "\" completed. Approve to continue.");
    }
}
