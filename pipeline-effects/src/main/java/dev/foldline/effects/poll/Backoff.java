package dev.foldline.effects.poll;

import java.time.Duration;

/** Pauses that double from the first to the longest one. */
public record Backoff(Duration first, Duration longest) {
    public Backoff {
        if (!first.isPositive() || first.compareTo(longest) > 0)
            throw new IllegalArgumentException("pauses from " + first + " to " + longest);
    }

    /** Returns pauses of equal length. */
    public static Backoff constant(Duration pause) {
        return new Backoff(pause, pause);
    }

    /** Returns the pause that follows this many earlier ones. */
    public Duration pause(int earlier) {
        boolean fits = earlier < Long.numberOfLeadingZeros(first.toNanos()) - 1;
        return fits && first.toNanos() << earlier < longest.toNanos()
                ? Duration.ofNanos(first.toNanos() << earlier)
                : longest;
    }
}
