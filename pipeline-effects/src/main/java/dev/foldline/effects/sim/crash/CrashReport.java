package dev.foldline.effects.sim.crash;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What came of trying crash points. A value; it prints nothing.
 *
 * @param once how often one crash was tried
 * @param again how often a second crash was tried during the recovery from the first
 * @param excuses how many of all these were not compared with the undisturbed run, by the reason
 */
public record CrashReport(int once, int again, Map<Excuse, Integer> excuses, List<Violation> violations) {
    public static final CrashReport NOTHING = new CrashReport(0, 0, Map.of(), List.of());

    public CrashReport {
        excuses = Map.copyOf(excuses);
        violations = List.copyOf(violations);
    }

    /** How many crash points were tried. */
    public int tried() { return once + again; }

    /** How many were not compared with the undisturbed run. What holds of every run by itself was looked at all the same. */
    public int excused() { return excuses.values().stream().mapToInt(Integer::intValue).sum(); }

    public CrashReport plus(CrashReport other) {
        var all = new ArrayList<>(violations);
        all.addAll(other.violations);
        var reasons = new EnumMap<Excuse, Integer>(Excuse.class);
        reasons.putAll(excuses);
        other.excuses.forEach((excuse, count) -> reasons.merge(excuse, count, Integer::sum));
        return new CrashReport(once + other.once, again + other.again, reasons, all);
    }
}
