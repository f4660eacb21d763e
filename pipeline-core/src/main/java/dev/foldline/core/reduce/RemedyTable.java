package dev.foldline.core.reduce;

import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;

/**
 * The remedy that follows a fault: that of its kind, unless the fault is failed work and the
 * phase's retry policy has a remedy for that.
 */
public final class RemedyTable {
    private RemedyTable() {}

    /** Whose work a phase submits. */
    public enum Worker {
        /** An agent that Foldline calls. */
        CALLED,
        /** An external agent that pulls its work. */
        EXTERNAL
    }

    /** Returns the remedy of a kind of fault. */
    public static Remedy of(Kind kind, Worker worker, OnFailedWork policy) {
        return of(kind, worker, policy, kind.remedy());
    }

    /**
     * @param usual the remedy if the retry policy has none
     */
    static Remedy of(Kind kind, Worker worker, OnFailedWork policy, Remedy usual) {
        if (!isFailedWork(kind, worker)) return usual;
        return switch (policy) {
            case REDO -> usual;
            case INSTRUCT_AGAIN -> Remedy.INSTRUCT_AGAIN;
            case HALT -> Remedy.HALT;
        };
    }

    /** Returns whether the worker may have caused the fault, rather than the environment. */
    private static boolean isFailedWork(Kind kind, Worker worker) {
        return kind == Kind.CHECK_FAILED
                || kind == Kind.CHECK_BROKEN
                || kind == Kind.LABELLED
                || kind == Kind.OUTPUT_INVALID && worker == Worker.EXTERNAL;
    }
}
