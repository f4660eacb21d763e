package dev.foldline.core.workflow;

/** A problem of a workflow, and its location. */
public record WorkflowProblem(String where, String what) {
    @Override
    public String toString() {
        return where + ": " + what;
    }
}
