package dev.foldline.effects.sim;

import dev.foldline.effects.sim.CrashPoint.Moment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The deaths that are still to come, and how far each count is. */
final class Crashes {
    private final List<CrashPoint> planned;
    private final Map<Moment, Integer> passed = new EnumMap<>(Moment.class);
    private int happened;

    Crashes(List<CrashPoint> planned) { this.planned = new ArrayList<>(planned); }

    int happened() { return happened; }

    void at(Moment moment) {
        var now = new CrashPoint(moment, passed.merge(moment, 1, Integer::sum));
        if (planned.remove(now)) {
            happened++;
            throw new CrashPoint.Crash(now);
        }
    }
}
