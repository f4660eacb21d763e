package dev.foldline.core.state;

import java.time.Instant;

/** The same work again after a setback. */
public sealed interface Retry {

    /** No retry. */
    record Idle() implements Retry {
        @Override
        public Retry afterWait() {
            return this;
        }
    }

    /** The retry must not start before {@code notBefore}. */
    record Waiting(Setback setback, Instant notBefore) implements Retry {
        @Override
        public Retry afterWait() {
            return new Due(setback);
        }
    }

    /** The artifacts of the last attempt must be removed. */
    record Due(Setback setback) implements Retry {
        @Override
        public Retry afterWait() {
            return this;
        }
    }

    /** The retry is in progress; it ends with the agent's answer, or with the phase. */
    record Running(Setback setback) implements Retry {
        @Override
        public Retry afterWait() {
            return this;
        }
    }

    Retry IDLE = new Idle();

    /** Returns this retry when its wait is over. */
    Retry afterWait();

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
