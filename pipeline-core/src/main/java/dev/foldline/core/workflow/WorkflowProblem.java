package dev.foldline.core.workflow;

/** A problem of a workflow, its location and its cause. */
public record WorkflowProblem(String where, Cause cause, String what) {

    /** Why a workflow is not valid, as far as it decides what to change. */
    public sealed interface Cause {}

    /** A label of a step has no route. */
    public record UnroutedLabel(String label) implements Cause {}

    /** A cause that needs no more than its kind. */
    public enum Kind implements Cause {
        NO_STAGES,
        NO_PHASES,
        SAME_NAME,
        /** No route leads to a phase that is entered by a route. */
        UNREACHABLE,
        /** No step says the label of a route. */
        UNUSED_ROUTE,
        /** A route leads around a gate. */
        GATE_BYPASSED,
        /** An artifact is collected that may be of an earlier call. */
        NOT_CLEANED,
        /** An artifact is collected that nothing produces. */
        NOT_PRODUCED,
        NO_AGENTS,
        /** Work is to be continued that no agent continues. */
        NOT_CONTINUED,
        RECOVERY_LEVELS,
        /** A recovery rewinds to a stage that is not counted. */
        UNCOUNTED_STAGE,
        TOO_DEEP,
        RECURSIVE,
        OTHER
    }

    @Override
    public String toString() {
        return where + ": " + what;
    }
}
