package dev.foldline.core.projection;

import dev.foldline.core.state.Gate;

/**
 * The question that an open gate asks the user.
 *
 * @param node the completed phase, or the id of a gate opened by {@code freeze}
 * @param result the start of the phase's result
 * @param message the question; for {@code freeze}, its reason
 */
public record Interrupt(String node, String result, String message) {
    private static final int RESULT_CHARS_MAX = 500;

    /**
     * @param made the text of the phase's result
     */
    public static Interrupt of(Gate gate, String made) {
        int end =
                made.offsetByCodePoints(
                        0, Math.min(RESULT_CHARS_MAX, made.codePointCount(0, made.length())));
        var asked =
                gate.origin() == Gate.Origin.PHASE
                        ? "Node \"" + gate.id() + "\" completed. Approve to continue."
                        : gate.reason();
        return new Interrupt(gate.id(), made.substring(0, end), asked);
    }
}
