package dev.foldline.core.state;

import java.time.Instant;

/** The same work again after a setback. */
public sealed interface Retry {

    /** No retry. */
    record Idle() implements Retry {}

    /** The retry must not start before {@code notBefore}. */
    record Waiting(Setback setback, Instant notBefore) implements Retry {}

    /** The artifacts of the last attempt must be removed. */
    record Due(Setback setback) implements Retry {}

    /** The retry is in progress; it ends with the agent's answer, or with the phase. */
    record Running(Setback setback) implements Retry {}

    Retry IDLE = new Idle();

    /** Returns this retry when its wait is over. */
    default Retry afterWait() {
        return this instanceof Waiting(var setback, _) ? new Due(setback) : this;
    }

    /** The kind of a retry, its number and its reason. */
    record Setback(Kind kind, int number, Fault fault) {}

    /** What is retried, and by which agent. */
    enum Kind {
        SAME_AGENT,
        NEXT_AGENT,
        OTHER_AGENT,
        OUTPUT,
        RESTART,
        INSTRUCT_AGAIN
    }
}
