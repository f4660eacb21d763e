package dev.foldline.core.state;

/** Where ordinary work stands. */
public sealed interface Cursor {

    Position at();

    /** Before a phase that has not been entered yet, or at the workflow's end. */
    record Arrived(Position at) implements Cursor {}

    /** In a phase: {@code at.step()} is the next step; behind the last one only the phase's gate remains. */
    record Working(Position at) implements Cursor {}
}
