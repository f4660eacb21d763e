package dev.foldline.effects.fleet.engine;

/**
 * A stay of a run on one host: the host takes the run's lease, drives the run until it must wait or
 * ends, and releases the lease.
 *
 * @param run the run's id
 * @param number counts the stays of the run; only the last one may begin
 */
public record Stay(String run, long number, Manner manner) {

    /** What the host does with a paused run. */
    public enum Manner {
        /** It resumes the run: the user, or the host that moved it, wants it to continue. */
        RESUME,
        /** It leaves the run paused. */
        CONTINUE
    }
}
