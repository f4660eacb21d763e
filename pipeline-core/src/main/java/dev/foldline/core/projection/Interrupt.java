package dev.foldline.core.projection;

import dev.foldline.core.state.Gate;

/**
 * What a person is asked at a gate.
 *
 * @param node the phase that completed, or the name a freeze gave its gate
 * @param result the beginning of what it made
 * @param message what is asked: of a freeze, its reason
 */
public record Interrupt(String node, String result, String message) {
    private static final int RESULT_CHARS_MAX = 500;

    /** @param made the text the phase made */
    public static Interrupt of(Gate gate, String made) {
        int end = made.offsetByCodePoints(0, Math.min(RESULT_CHARS_MAX, made.codePointCount(0, made.length())));
        var asked = gate.origin() == Gate.Origin.PHASE ? "Node \"" + gate.id() + "\" completed. Approve to continue." : gate.reason();
        return new Interrupt(gate.id(), made.substring(0, end), asked);
    }
}
