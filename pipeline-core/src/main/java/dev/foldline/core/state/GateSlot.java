package dev.foldline.core.state;

/** Whether a gate holds the run. */
public sealed interface GateSlot {

    /** No gate is open. */
    record Idle() implements GateSlot {}

    /** A gate is open until an approval or rejection names it. */
    record Open(Gate gate) implements GateSlot {}

    GateSlot IDLE = new Idle();
}
