package dev.foldline.effects.sim.crash;

import dev.foldline.effects.sim.CrashPoint;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A promise that a crash broke.
 *
 * @param crashes where the driver died, in order; the same simulation with these shows it again
 * @param instant the first of them in words
 */
public record Violation(Promise promise, List<CrashPoint> crashes, String instant, String expected, String actual) {
    public Violation {
        crashes = List.copyOf(crashes);
    }

    /** What to add to the simulation to see it again. */
    public String reproduce() {
        return crashes.stream().map(point -> ".crashAt(" + point.moment() + ", " + point.nth() + ")").collect(Collectors.joining());
    }

    /** The crashes as {@code foldline verify --crash-points} reads them. */
    public String points() {
        return crashes.stream().map(CrashPoint::words).collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return "broken: " + promise.sentence() + "\n  crash     " + instant + "   " + reproduce()
                + "\n  expected  " + expected + "\n  actual    " + actual;
    }
}
