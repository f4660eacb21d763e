package dev.foldline.core.state;

import java.time.Instant;

/** The same work again after a setback. */
public sealed interface Retry {

    /** Nothing is to be tried again. */
    record Idle() implements Retry {}

    /** It may not be tried again before {@code notBefore}. */
    record Waiting(Setback setback, Instant notBefore) implements Retry {}

    /** What the last try left has to be cleaned away. */
    record Due(Setback setback) implements Retry {}

    /** Ended by the agent's answer, or by the phase's end. */
    record Underway(Setback setback) implements Retry {}

    Retry IDLE = new Idle();

    /** What is tried again, for the how manyth time, and why. */
    record Setback(Kind kind, int number, Fault fault) {}

    /** Who tries again. */
    enum Kind { SAME_AGENT, NEXT_AGENT, OTHER_AGENT, OUTPUT, RESTART, INSTRUCT_AGAIN }
}
