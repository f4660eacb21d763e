package dev.foldline.effects.git;

import java.io.IOException;

/** Thrown if git or the disk failed; the message ends with git's output. */
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

    /** The kind of failure, which determines whether a retry can help. */
    public enum Kind {
        /** The git command could not be started. */
        GIT_MISSING,
        /** Another process held a lock file longer than the lock timeout. */
        LOCKED,
        /** The command exceeded its time limit and was killed with its children. */
        TIMED_OUT,
        /** The calling thread was interrupted; the command was killed. */
        INTERRUPTED,
        /** The command's output exceeded its limit. */
        TOO_LARGE,
        /** A name is taken, or is not a valid branch name. */
        BAD_NAME,
        /** A required object or revision does not exist. */
        MISSING_OBJECT,
        /** A signal from another process ended the command. */
        KILLED,
        /** The command failed. */
        COMMAND_FAILED
    }
}
