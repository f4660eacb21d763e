package dev.foldline.effects.agent.acp;

/** Why a call cannot go on. */
final class AcpFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final int code;
    private final String kind;

    /**
     * @param reason the kind of failure, in the words of the adapter
     * @param code the agent's error code; 0 without one
     * @param kind the agent's own kind of error; empty without one
     */
    AcpFault(String reason, int code, String message, String kind) {
        super(message);
        this.reason = reason;
        this.code = code;
        this.kind = kind;
    }

    AcpFault(String reason, int code, String message) {
        this(reason, code, message, "");
    }

    AcpFault(String reason, String message) {
        this(reason, 0, message);
    }

    String reason() {
        return reason;
    }

    int code() {
        return code;
    }

    String kind() {
        return kind;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
