package dev.foldline.effects.process;

import dev.foldline.core.PipelineBug;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * Deadlines of a child process; all are finite.
 *
 * @param startUp time until its first sign of life: a byte of output, or the liveness signal
 * @param idle time between two signs of life
 * @param total time from its start to its end
 * @param exit time to exit once it has reported the end of its work
 * @param grace time between the request to end and the kill
 */
public record Deadlines(
        Duration startUp, Duration idle, Duration total, Duration exit, Duration grace) {
    private static final Duration MAX = Duration.ofDays(365);

    public Deadlines {
        if (Stream.of(startUp, idle, total, exit, grace)
                        .anyMatch(one -> one.isNegative() || one.compareTo(MAX) > 0)
                || startUp.isZero()
                || idle.isZero()
                || total.isZero()) {
            throw new PipelineBug(
                    "deadlines are positive and at most a year: "
                            + startUp
                            + ", "
                            + idle
                            + ", "
                            + total);
        }
    }

    /** Deadlines of a process that reports no end of its work. */
    public Deadlines(Duration startUp, Duration idle, Duration total, Duration grace) {
        this(startUp, idle, total, total, grace);
    }

    /** Returns deadlines with a total limit only, and a grace of ten seconds. */
    public static Deadlines ofTotal(Duration total) {
        return new Deadlines(total, total, total, Duration.ofSeconds(10));
    }
}
