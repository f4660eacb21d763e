package dev.foldline.core.state;

/** The position of ordinary work. */
public sealed interface Cursor {

    Position at();

    /** Before a phase that has not been entered, or at the end of the workflow. */
    record Arrived(Position at) implements Cursor {}

    /**
     * In a phase: {@code at.step()} is the next step. After the last step, only the phase's gate
     * remains.
     */
    record Working(Position at) implements Cursor {}
}
