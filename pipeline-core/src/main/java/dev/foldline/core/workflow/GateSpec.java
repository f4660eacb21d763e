package dev.foldline.core.workflow;

/** That a person must approve what a phase made. */
public record GateSpec(OnReject onReject) {

    /** What a rejection does. */
    public enum OnReject {
        /** The run ends. */
        TERMINATE,
        /** The phase runs again with the feedback. */
        REDO,
        /** The feedback is noted and the run goes on. */
        CONTINUE
    }
}
