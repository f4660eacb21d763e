package dev.foldline.effects.log;

/**
 * Why a log is not believed from some line on. Nothing is ever written to such a log.
 *
 * <p>Lines count from 1, as in an editor.
 */
public sealed interface Damage {
    long line();

    /** One sentence for people: what is wrong and in which line. */
    String message();

    /** Bytes of the line have changed since it was written. */
    record Flipped(long line, String expectedCrc, String actualCrc) implements Damage {
        @Override
        public String message() {
            return "line " + line + " has changed since it was written: its checksum should be " + expectedCrc + " but is "
                    + actualCrc;
        }
    }

    /** Lines are missing, doubled, or in another order. */
    record OutOfSequence(long line, long expectedSeq, long actualSeq) implements Damage {
        @Override
        public String message() {
            return "line " + line + " should be event " + expectedSeq + " but is event " + actualSeq
                    + ": lines are missing or out of order";
        }
    }

    /** The line is whole, but it was not written after the line before it. */
    record BrokenChain(long line, String expectedPrev, String actualPrev) implements Damage {
        @Override
        public String message() {
            return "line " + line + " does not continue line " + (line - 1) + ": it names " + actualPrev
                    + " as the hash of the line before, which is " + expectedPrev;
        }
    }

    /** The line was written by a newer Foldline; guessing at its meaning could lose work. */
    record NewerVersion(long line, long version, int supported) implements Damage {
        @Override
        public String message() {
            return "line " + line + " is in version " + version + " of the log format; this Foldline reads up to version "
                    + supported;
        }
    }

    /** The line does not have the shape of a line of ours. */
    record Unreadable(long line, String why) implements Damage {
        @Override
        public String message() {
            return "line " + line + " is not a line of an event log: " + why;
        }
    }
}
