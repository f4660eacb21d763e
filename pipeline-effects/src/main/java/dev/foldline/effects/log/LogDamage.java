package dev.foldline.effects.log;

import org.apiguardian.api.API;

/**
 * Why a log is invalid from a line on. Such a log is written only by a repair that the user
 * requests.
 *
 * <p>Lines count from 1, as in an editor.
 */
@API(status = API.Status.EXPERIMENTAL)
public sealed interface LogDamage {
    long line();

    /** Returns a sentence for the user that names the problem and the line. */
    String message();

    /** Bytes of the line have changed since it was written. */
    record Flipped(long line, String expectedCrc, String actualCrc) implements LogDamage {
        @Override
        public String message() {
            return "line "
                    + line
                    + " has changed since it was written: its checksum should be "
                    + expectedCrc
                    + " but is "
                    + actualCrc;
        }
    }

    /** Lines are missing, duplicated or reordered. */
    record OutOfSequence(long line, long expectedSeq, long actualSeq) implements LogDamage {
        @Override
        public String message() {
            return "line "
                    + line
                    + " should be event "
                    + expectedSeq
                    + " but is event "
                    + actualSeq
                    + ": lines are missing or out of order";
        }
    }

    /** The line is valid, but was not written after the line before it. */
    record BrokenChain(long line, String expectedPrev, String actualPrev) implements LogDamage {
        @Override
        public String message() {
            return "line "
                    + line
                    + " does not continue line "
                    + (line - 1)
                    + ": it names "
                    + actualPrev
                    + " as the hash of the line before, which is "
                    + expectedPrev;
        }
    }

    /** The line was written by a newer Foldline version; guessing its meaning could lose work. */
    record NewerVersion(long line, long version, int supported) implements LogDamage {
        @Override
        public String message() {
            return "line "
                    + line
                    + " is in version "
                    + version
                    + " of the log format; this Foldline reads up to version "
                    + supported;
        }
    }

    /** The line does not have the log's format. */
    record Unreadable(long line, String why) implements LogDamage {
        @Override
        public String message() {
            return "line " + line + " is not a line of an event log: " + why;
        }
    }

    /**
     * Every line is valid, but the log had more of them.
     *
     * @param line the first missing line
     * @param known the number of the last event it is known to have had
     * @param source the source of that knowledge
     */
    record Cut(long line, long known, String source) implements LogDamage {
        @Override
        public String message() {
            return "the log ends at event "
                    + (line - 1)
                    + ", but it had come to event "
                    + known
                    + " ("
                    + source
                    + " says so): "
                    + (known == line
                            ? "its last event is lost"
                            : "its last " + (known - line + 1) + " events are lost");
        }
    }

    /** Every line is valid, but this one differs from the line that was originally written. */
    record Replaced(long line, String source) implements LogDamage {
        @Override
        public String message() {
            return "line "
                    + line
                    + " is not the line that was written there ("
                    + source
                    + " names another): the log was replaced by one that went on otherwise";
        }
    }

    /**
     * Every line is valid, but the log lacks the start of an effect that has left traces.
     *
     * @param line the first missing line
     * @param ticket ticket of the effect
     * @param source the trace of the effect
     */
    record Unbegun(long line, long ticket, String source) implements LogDamage {
        @Override
        public String message() {
            return "the log ends at event "
                    + (line - 1)
                    + ", before the effect with ticket "
                    + ticket
                    + " was started, but "
                    + source
                    + " is left of that effect: later events are lost";
        }
    }
}
