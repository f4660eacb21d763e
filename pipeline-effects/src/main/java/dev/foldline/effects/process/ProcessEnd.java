package dev.foldline.effects.process;

/** How a child process ended. */
public sealed interface ProcessEnd {
    /** The process exited. */
    record Exited(int code) implements ProcessEnd {
        private static final int NOT_EXECUTABLE = 126;
        private static final int NOT_FOUND = 127;

        /**
         * Returns whether the code is the one with which a shell reports a missing or
         * non-executable program; a program may use it differently.
         */
        public boolean saysItNeverRan() {
            return code == NOT_EXECUTABLE || code == NOT_FOUND;
        }
    }

    /**
     * A signal from another process ended it, or it crashed. A shell that reports this for its own
     * child looks the same.
     */
    record Signalled(int signal) implements ProcessEnd {}

    /** It never ran: the program or directory does not exist, or may not be used. */
    record StartFailed(String why) implements ProcessEnd {}

    /** It never ran: the launcher before it, such as a sandbox, failed. */
    record LauncherFailed(String why) implements ProcessEnd {}

    /** It exceeded a deadline and was ended. */
    record TimedOut(Deadline deadline) implements ProcessEnd {}

    /** It was ended on request. */
    record Cancelled() implements ProcessEnd {}

    /** The deadline that has passed. */
    enum Deadline {
        START_UP,
        IDLE,
        TOTAL,
        /** It had reported the end of its work, and did not exit. */
        EXIT
    }
}
