package dev.foldline.core.state;

/** More of the same work, because it is unfinished or must be redone with feedback. */
public sealed interface Continuation {

    /** No continuation. */
    record Idle() implements Continuation {}

    /** The agent reported unfinished work. */
    record MoreDue(int number) implements Continuation {}

    /** A check or the user sent the work back; the feedback is in the ledger. */
    record RedoDue(int number) implements Continuation {}

    /** The agent has its answer: it continues the work. */
    record AnswerDue(int number) implements Continuation {}

    /** The continuation is in progress; it ends with the agent's answer. */
    record Running(Kind kind, int number) implements Continuation {}

    Continuation IDLE = new Idle();

    /** The reason for the continuation. */
    enum Kind {
        MORE,
        REDO,
        ANSWER
    }
}
