package dev.foldline.effects.sim.crash;

import java.util.ArrayList;
import java.util.List;

/**
 * What came of trying crash points. A value; it prints nothing.
 *
 * @param once how often one crash was tried
 * @param again how often a second crash was tried during the recovery from the first
 * @param excused how many of all these were not compared with the undisturbed run: a cap was met, a stop was under way, or
 *     other people were heard. What holds of every run by itself was looked at all the same.
 */
public record CrashReport(int once, int again, int excused, List<Violation> violations) {
    public static final CrashReport NOTHING = new CrashReport(0, 0, 0, List.of());

    public CrashReport {
        violations = List.copyOf(violations);
    }

    /** How many crash points were tried. */
    public int tried() { return once + again; }

    public CrashReport plus(CrashReport other) {
        var all = new ArrayList<>(violations);
        all.addAll(other.violations);
        return new CrashReport(once + other.once, again + other.again, excused + other.excused, all);
    }
}
