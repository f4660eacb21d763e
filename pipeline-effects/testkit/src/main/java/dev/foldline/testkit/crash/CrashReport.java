package dev.foldline.testkit.crash;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The result of testing crash points. It is an immutable value.
 *
 * @param once number of tests with one crash
 * @param again number of tests with a second crash during the recovery from the first
 * @param excuses number of runs that were not compared with the undisturbed run, by reason
 */
public record CrashReport(
        int once, int again, Map<AllowedDifference, Integer> excuses, List<Violation> violations) {
    public static final CrashReport NOTHING = new CrashReport(0, 0, Map.of(), List.of());

    public CrashReport {
        excuses = Map.copyOf(excuses);
        violations = List.copyOf(violations);
    }

    /** Returns how many crash points were tested. */
    public int tried() {
        return once + again;
    }

    /**
     * Returns how many runs were not compared with the undisturbed run. Their own invariants were
     * checked in any case.
     */
    public int excused() {
        return excuses.values().stream().mapToInt(Integer::intValue).sum();
    }

    public CrashReport plus(CrashReport other) {
        var all = new ArrayList<>(violations);
        all.addAll(other.violations);
        var reasons = new EnumMap<AllowedDifference, Integer>(AllowedDifference.class);
        reasons.putAll(excuses);
        other.excuses.forEach((excuse, count) -> reasons.merge(excuse, count, Integer::sum));
        return new CrashReport(once + other.once, again + other.again, reasons, all);
    }
}
