package dev.foldline.effects.process;

/** How a child process came to its end. */
public sealed interface Ended {
    /** It ended by itself. */
    record Exited(int code) implements Ended {
        private static final int NOT_EXECUTABLE = 126;
        private static final int NOT_FOUND = 127;

        /** As a shell says it of a program that is not there or may not be run; a program may mean something else by it. */
        public boolean saysItNeverRan() {
            return code == NOT_EXECUTABLE || code == NOT_FOUND;
        }
    }

    /** Somebody else killed it, or it crashed; a shell that reports this of its own child looks the same. */
    record Signalled(int signal) implements Ended {}

    /** It never ran: no such program, no such directory, not allowed. */
    record StartFailed(String why) implements Ended {}

    /** We ended it, because it was too late. */
    record TimedOut(Deadline deadline) implements Ended {}

    /** We ended it, because somebody asked for that. */
    record Cancelled() implements Ended {}

    /** Which of the deadlines has passed. */
    enum Deadline {
        START_UP,
        IDLE,
        TOTAL
    }
}
