package dev.foldline.core.state;

import io.vavr.control.Option;

/**
 * The same failure in a row: one kind, place and fingerprint, whatever was changed in between.
 *
 * @param at the place that failed; the series ends when the run passes it
 * @param agent the agent that failed; none if no call did
 * @param times number of failures so far
 * @param recoveredAfter number of failures before the recovery from them; 0 before it
 */
public record FailureSeries(
        Position at,
        Option<String> agent,
        Fault.Kind kind,
        String fingerprint,
        int times,
        int recoveredAfter) {

    /**
     * Number of times that the same failure may occur in a row before a recovery, and as often
     * after it.
     */
    public static final int TIMES_MAX = 3;

    /** The first failure of a series. */
    public static FailureSeries first(
            Position at, Option<String> agent, Fault fault, String fingerprint) {
        return new FailureSeries(at, agent, fault.kind(), fingerprint, 1, 0);
    }

    boolean isOf(Position place, Option<String> failed) {
        return at.equals(place) && agent.equals(failed);
    }

    /** Returns whether the fault is the same failure. */
    public boolean isSame(Fault fault) {
        return kind == fault.kind() && fault.fingerprint().contains(fingerprint);
    }

    FailureSeries again() {
        return new FailureSeries(at, agent, kind, fingerprint, times + 1, recoveredAfter);
    }

    /** Returns the series after a recovery from it. */
    public FailureSeries recovered() {
        return new FailureSeries(at, agent, kind, fingerprint, times, times);
    }

    /** Returns whether the run has recovered from this failure, and it came again. */
    public boolean isRecovered() {
        return recoveredAfter > 0;
    }

    /** Returns whether nothing may be tried again without a recovery. */
    public boolean isExhausted() {
        return times - recoveredAfter >= TIMES_MAX;
    }
}
