package dev.foldline.core.state;

/** Whether a run goes on: an overlay that leaves everything else as it stands. */
public sealed interface Life {

    /** It goes on. */
    record Running() implements Life {}

    /** Held by a person. */
    record Paused(Urgency urgency) implements Life {}

    /** Over; nothing changes it any more. */
    record Ended(Outcome outcome) implements Life {}

    Life RUNNING = new Running();

    /** What a pause does to an effect that is under way. */
    enum Urgency {
        /** It may finish. */
        WHEN_DONE,
        /** It is cancelled. */
        NOW
    }
}
