package dev.foldline.core.state;

/**
 * What has failed beyond retrying, and how far its mending is. A recovery has succeeded only when the point of failure,
 * or a later one, has been passed.
 */
public sealed interface Recovery {

    /** Nothing has failed beyond retrying. */
    record Idle() implements Recovery {}

    /** The fixer needs a prompt. */
    record FixDue(Failure failure) implements Recovery {}

    /** The fixer is to be called, or at work. */
    record FixPrompted(Failure failure, String prompt) implements Recovery {}

    /** Stale artifacts have to go before the new attempt. */
    record CleanDue(Failure failure) implements Recovery {}

    /** The new attempt is under way. */
    record Watching(Failure failure) implements Recovery {}

    /** The point of failure lies behind; that is still to be recorded. */
    record Passed(Failure failure) implements Recovery {}

    /** Attempts are spent: the work is saved, then a person has to look. */
    record Halting(Failure failure) implements Recovery {}

    /** Waits for a person; left by {@code retry}, which watches the failure on. */
    record Halted(Failure failure) implements Recovery {}

    /** The work is saved, then the run ends. */
    record Ending(Outcome outcome) implements Recovery {}

    Recovery IDLE = new Idle();

    /**
     * What failed, where, and how often.
     *
     * @param at the latest point at which it failed
     * @param attempts the first is 1; 0 after a person asked to try again
     */
    record Failure(Position at, Fault fault, int attempts) {}
}
