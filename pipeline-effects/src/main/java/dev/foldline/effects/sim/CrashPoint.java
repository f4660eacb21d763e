package dev.foldline.effects.sim;

/** When the driver's process dies: at the n-th such moment of the whole run, counted from 1 and on through restarts. */
public record CrashPoint(Moment moment, int nth) {

    /** Where a death can hit. */
    public enum Moment {
        /** Before an event is written: before an intent, or between a deed and its event. */
        BEFORE_APPEND,
        /** While an event is written: half a line is left, and repaired. */
        IN_APPEND,
        /** When an event is on disk and nobody has acted on it. */
        AFTER_APPEND,
        /** When a deed has begun and is not done. */
        IN_DEED,
        /** When a deed is done and has not been told. */
        AFTER_DEED
    }

    /** The process is gone. Nobody catches it but the simulation, which starts another. */
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Crash(CrashPoint point) { super("crashed at " + point, null, false, false); }
    }
}
