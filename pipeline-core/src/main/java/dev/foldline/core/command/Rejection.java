package dev.foldline.core.command;

/** Why a command is not legal now. It is returned to the caller and never logged. */
public record Rejection(Code code, String message) {

    /** Machine-readable reason. */
    public enum Code {
        INVALID_STATE_TRANSITION,
        GATE_NOT_FOUND,
        GATE_ALREADY_RESOLVED,
        GATE_ALREADY_ACTIVE,
        GATE_MOVED,
        BLANK_FEEDBACK,
        NOT_EXPECTED,
        LOCKED,
        ALREADY_PROCESSED,
        ENDED
    }
}
