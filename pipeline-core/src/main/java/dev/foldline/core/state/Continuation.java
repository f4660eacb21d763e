package dev.foldline.core.state;

/** More of the same work: it is unfinished, or has to be redone with feedback. */
public sealed interface Continuation {

    /** Nothing is unfinished. */
    record Idle() implements Continuation {}

    /** The agent said it is not finished. */
    record MoreDue(int number) implements Continuation {}

    /** A check or a person sent the work back; the feedback is in the ledger. */
    record RedoDue(int number) implements Continuation {}

    /** Ended by the worker's answer. */
    record Underway(Kind kind, int number) implements Continuation {}

    Continuation IDLE = new Idle();

    /** Which of the two. */
    enum Kind { MORE, REDO }
}
