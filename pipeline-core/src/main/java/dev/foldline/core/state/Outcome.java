package dev.foldline.core.state;

/** How a run ended. */
public sealed interface Outcome {

    /** It came to the end of its workflow. */
    record Completed() implements Outcome {}

    /** What failed could not be mended, and the policy says to end. */
    record Failed(Fault fault) implements Outcome {}

    /** A person rejected what a gate showed. */
    record Rejected(String gate, String feedback) implements Outcome {}

    /** A person gave the run up. */
    record Aborted(String why) implements Outcome {}

    Outcome COMPLETED = new Completed();
}
