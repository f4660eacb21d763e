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
        /** It resumes the run if it is paused: the user has just submitted it. */
        RESUME,
        /** It resumes the run only if a host paused it to stop. */
        CONTINUE,
        /** As {@link #CONTINUE}; the host before was lost, so its lease may still be in force. */
        TAKE_OVER,
        /** As {@link #RESUME}, after the loss of a host that was to resume the run. */
        TAKE_OVER_AND_RESUME;

        /** Returns whether a paused run is resumed. */
        public boolean isResuming() {
            return this == RESUME || this == TAKE_OVER_AND_RESUME;
        }

        /** Returns whether a lease that is in force is taken. */
        public boolean isTakingOver() {
            return this == TAKE_OVER || this == TAKE_OVER_AND_RESUME;
        }

        /** Returns what the next host may do after this one was lost. */
        Manner afterLoss() {
            return isResuming() ? TAKE_OVER_AND_RESUME : TAKE_OVER;
        }

        /** Returns what the next host may do after this one could not drive the run. */
        Manner afterFailure() {
            return isResuming() ? RESUME : CONTINUE;
        }
    }
}
