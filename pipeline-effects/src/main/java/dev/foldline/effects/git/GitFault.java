package dev.foldline.effects.git;

import java.io.IOException;

/** Git, or the disk below it, did not do what was asked; the message ends with what git said. */
public final class GitFault extends IOException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public GitFault(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public GitFault(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** What sort of trouble it was; decides whether trying again can help. */
    public enum Kind {
        /** The git command could not be started. */
        GIT_MISSING,
        /** Another process held a lock file for longer than our patience. */
        LOCKED,
        /** The command ran into its time limit and was killed with its children. */
        TIMED_OUT,
        /** Our own thread was interrupted; the command was killed. */
        INTERRUPTED,
        /** The command printed more than we are willing to hold. */
        TOO_LARGE,
        /** A name is taken, or cannot be a branch's name. */
        BAD_NAME,
        /** An object or a revision that should be there is not. */
        MISSING_OBJECT,
        /** The command said no. */
        COMMAND_FAILED
    }
}
