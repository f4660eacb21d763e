package dev.foldline.effects.process;

/** How a child process came to its end. */
public sealed interface Ended {
    /** It ended by itself. */
    record Exited(int code) implements Ended {
        public boolean successfully() {
            return code == 0;
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
