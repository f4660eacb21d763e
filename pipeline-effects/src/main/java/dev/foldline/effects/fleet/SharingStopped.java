package dev.foldline.effects.fleet;

/** Thrown if a shared run may not continue in this clone. Nothing more is written to its log. */
public final class SharingStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public SharingStopped(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** Why a run may not continue. */
    public enum Reason {
        /** Another clone has taken the run. */
        FENCED,
        /** Something to be published contains a secret. */
        SECRETS,
        /** The shared repository cannot be reached. */
        UNREACHABLE,
        /** The shared repository declines what is published. */
        DECLINED
    }
}
