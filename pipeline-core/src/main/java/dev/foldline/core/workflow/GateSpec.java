package dev.foldline.core.workflow;

/** The user must approve the result of a phase. */
public record GateSpec(OnReject onReject) {

    /** The effect of a rejection. */
    public enum OnReject {
        /** The run ends. */
        TERMINATE,
        /** The phase runs again with the feedback. */
        REDO,
        /** The feedback is recorded and the run continues. */
        CONTINUE
    }
}
