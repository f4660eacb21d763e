package dev.foldline.core.state;

/** Whether a run continues. It is independent of the rest of the state. */
public sealed interface Lifecycle {

    /** The run continues. */
    record Running() implements Lifecycle {}

    /** The user paused the run. */
    record Paused(Urgency urgency) implements Lifecycle {}

    /** The run has ended; no event changes it any more. */
    record Ended(Outcome outcome) implements Lifecycle {}

    Lifecycle RUNNING = new Running();

    /** The effect of a pause on an effect in progress. */
    enum Urgency {
        /** The effect may finish. */
        WHEN_DONE,
        /** The effect is cancelled. */
        NOW
    }
}
