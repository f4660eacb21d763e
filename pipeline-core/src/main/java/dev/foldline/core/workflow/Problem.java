package dev.foldline.core.workflow;

/** One thing that is wrong with a workflow, and where. */
public record Problem(String where, String what) {
    @Override
    public String toString() { return where + ": " + what; }
}
