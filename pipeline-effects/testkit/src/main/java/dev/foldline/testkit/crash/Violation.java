package dev.foldline.testkit.crash;

import dev.foldline.testkit.simulation.CrashPoint;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A promise broken by a crash.
 *
 * @param crashes the crash points, in order; the same simulation with these reproduces it
 * @param instant description of the first of them
 */
public record Violation(
        Promise promise, List<CrashPoint> crashes, String instant, String expected, String actual) {
    public Violation {
        crashes = List.copyOf(crashes);
    }

    /** Returns the calls that reproduce it in the simulation. */
    public String reproduce() {
        return crashes.stream()
                .map(point -> ".crashAt(" + point.moment() + ", " + point.nth() + ")")
                .collect(Collectors.joining());
    }

    /** Returns the crashes in the syntax of {@code foldline verify --crash-points}. */
    public String points() {
        return crashes.stream().map(CrashPoint::words).collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return "broken: "
                + promise.sentence()
                + "\n  crash     "
                + instant
                + "   "
                + reproduce()
                + "\n  expected  "
                + expected
                + "\n  actual    "
                + actual;
    }
}
