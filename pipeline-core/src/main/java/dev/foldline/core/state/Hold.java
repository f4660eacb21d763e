package dev.foldline.core.state;

/** Whether a gate keeps the run from going on. */
public sealed interface Hold {

    /** No gate is open. */
    record Idle() implements Hold {}

    /** Ended by an approval or a rejection that names this gate. */
    record Open(Gate gate) implements Hold {}

    Hold IDLE = new Idle();
}
