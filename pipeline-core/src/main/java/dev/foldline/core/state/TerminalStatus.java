package dev.foldline.core.state;

import java.util.Locale;

/** Status of a terminal. */
public enum TerminalStatus {
    NOT_STARTED,
    WAITING,
    WORKING,
    COMPLETED,
    REVIEW_PASSED,
    REVIEW_REJECTED,
    FAILED,
    CANCELLED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the status is final, unless completed work is sent back. */
    public boolean isFinal() {
        return switch (this) {
            case COMPLETED, REVIEW_PASSED, CANCELLED -> true;
            case NOT_STARTED, WAITING, WORKING, REVIEW_REJECTED, FAILED -> false;
        };
    }
}
