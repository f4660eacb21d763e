package dev.foldline.core.state;

/** How a run ended. */
public sealed interface Outcome {

    /** The run reached the end of its workflow. */
    record Completed() implements Outcome {}

    /** The failure could not be fixed, and the policy ends the run. */
    record Failed(Fault fault) implements Outcome {}

    /** The user rejected what a gate showed. */
    record Rejected(String gate, String feedback) implements Outcome {}

    /** The user aborted the run. */
    record Aborted(String why) implements Outcome {}

    Outcome COMPLETED = new Completed();
}
