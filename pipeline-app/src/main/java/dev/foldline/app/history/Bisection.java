package dev.foldline.app.history;

import java.io.IOException;
import java.util.TreeSet;

/**
 * Searches for the first bad event of a log: all events before it are good, and it and all events
 * after it are bad. Without skipped events, it takes at most one probe more than the binary
 * logarithm of the number of events, rounded up.
 *
 * @param lastGood the last event known to be good; 0 if there is none
 * @param firstBad the first event known to be bad; 0 if the last event is good
 * @param probes how many events were probed
 */
public record Bisection(long lastGood, long firstBad, int probes) {

    /** What a probe says of the state after an event. */
    public enum Verdict {
        GOOD,
        BAD,
        /** The state cannot be judged. */
        SKIP
    }

    /** Judges the state after an event. */
    @FunctionalInterface
    public interface Probe {
        Verdict of(long seq) throws IOException, InterruptedException;
    }

    /** Returns whether a bad event was found. */
    public boolean isFound() {
        return firstBad > 0;
    }

    /** Returns whether no skipped event lies before the first bad one. */
    public boolean isExact() {
        return isFound() && firstBad == lastGood + 1;
    }

    /**
     * @param last the number of the last event, at least 1
     */
    public static Bisection of(long last, Probe probe) throws IOException, InterruptedException {
        if (probe.of(last) != Verdict.BAD) return new Bisection(last, 0, 1);
        long good = 0;
        long bad = last;
        int probes = 1;
        var skipped = new TreeSet<Long>();
        for (long seq = middle(good, bad, skipped); seq > 0; seq = middle(good, bad, skipped)) {
            probes++;
            switch (probe.of(seq)) {
                case GOOD -> good = seq;
                case BAD -> bad = seq;
                case SKIP -> skipped.add(seq);
            }
        }
        return new Bisection(good, bad, probes);
    }

    /** Returns the event nearest to the middle that was not skipped, or 0. */
    private static long middle(long good, long bad, TreeSet<Long> skipped) {
        long middle = good + (bad - good) / 2;
        for (long away = 0; middle - away > good || middle + away < bad; away++) {
            if (middle - away > good && !skipped.contains(middle - away)) return middle - away;
            if (middle + away < bad && middle + away > good && !skipped.contains(middle + away))
                return middle + away;
        }
        return 0;
    }
}
