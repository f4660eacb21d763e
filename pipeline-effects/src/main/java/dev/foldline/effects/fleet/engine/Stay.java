package dev.foldline.effects.fleet.engine;

/**
 * A stay of a run on one host: the host takes the run's lease, drives the run until it must wait or
 * ends, and releases the lease.
 *
 * @param run the run's id
 * @param number counts the stays of the run; only the last one may begin
 */
public record Stay(String run, long number, Manner manner) {

    /** What the host may do with the run. */
    public enum Manner {
        /**
         * It resumes the run if it is paused: the user, or the host that moved it, wants it to
         * continue.
         */
        RESUME,
        /** It leaves a paused run paused. */
        CONTINUE,
        /** As {@link #CONTINUE}; the host before was lost, so its lease may still be in force. */
        TAKE_OVER
    }
}
