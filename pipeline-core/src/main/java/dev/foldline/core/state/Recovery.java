package dev.foldline.core.state;

import io.vavr.collection.Vector;

/**
 * A failure that retries did not fix, and the progress of its recovery. A recovery has succeeded
 * only when the cursor has passed the point of failure.
 */
public sealed interface Recovery {

    /** No recovery. */
    record Idle() implements Recovery {}

    /** The fixer needs a prompt. */
    record FixDue(Failure failure) implements Recovery {}

    /** The fixer is called next, or is working. */
    record FixPrompted(Failure failure, String prompt) implements Recovery {}

    /** Stale artifacts must be removed before the new attempt. */
    record CleanDue(Failure failure) implements Recovery {}

    /** The new attempt is in progress. */
    record Watching(Failure failure) implements Recovery {}

    /** The point of failure is passed, which must still be recorded. */
    record Passed(Failure failure) implements Recovery {}

    /** The attempts are used up. The work is saved, then the run halts. */
    record Halting(Failure failure) implements Recovery {}

    /** The run waits for the user; {@code retry} ends the halt and keeps watching the failure. */
    record Halted(Failure failure) implements Recovery {}

    /** The work is saved, then the run ends. */
    record Ending(Outcome outcome) implements Recovery {}

    Recovery IDLE = new Idle();

    /**
     * What failed, where, and how many times.
     *
     * @param at the latest point of failure
     * @param attempts number of attempts, from 1; 0 after a retry by the user
     * @param earlier the earlier attempts, each with its reason and the result of its agents, the
     *     latest last
     */
    record Failure(Position at, Fault fault, int attempts, Vector<String> earlier) {
        private static final int EARLIER_MAX = 8;

        /** A failure without earlier attempts. */
        public Failure(Position at, Fault fault, int attempts) {
            this(at, fault, attempts, Vector.empty());
        }

        /** Records that this attempt failed, with the new fault at this point or a later one. */
        public Failure again(Position now, Fault next) {
            var made =
                    attempts == 0
                            ? this
                            : noting(
                                    "Attempt "
                                            + attempts
                                            + " had to deal with this: "
                                            + fault.message());
            return new Failure(at.later(now), next, attempts + 1, made.earlier);
        }

        public Failure noting(String line) {
            return new Failure(at, fault, attempts, earlier.append(line).takeRight(EARLIER_MAX));
        }
    }
}
