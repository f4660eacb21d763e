package dev.foldline.effects.process;

import dev.foldline.core.PipelineBug;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * How long a child process may take; all are finite.
 *
 * @param startUp until its first sign of life: a byte of output, or the liveness signal
 * @param idle between two signs of life
 * @param total from its start to its end
 * @param grace between being asked to end and being killed
 */
public record Deadlines(Duration startUp, Duration idle, Duration total, Duration grace) {
    private static final Duration MAX = Duration.ofDays(365);

    public Deadlines {
        if (Stream.of(startUp, idle, total, grace).anyMatch(one -> one.isNegative() || one.compareTo(MAX) > 0)
                || startUp.isZero() || idle.isZero() || total.isZero()) {
            throw new PipelineBug("deadlines are positive and at most a year: " + startUp + ", " + idle + ", " + total);
        }
    }

    /** Only the whole is limited; ten seconds to end in good order. */
    public static Deadlines ofTotal(Duration total) {
        return new Deadlines(total, total, total, Duration.ofSeconds(10));
    }
}
