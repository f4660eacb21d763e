package dev.foldline.testkit.simulation;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.testkit.simulation.CrashPoint.Moment;
import dev.foldline.testkit.simulation.SimulationResult.Done;
import dev.foldline.testkit.simulation.SimulationResult.Passage;
import dev.foldline.testkit.simulation.SimulationResult.StartedEffect;
import dev.foldline.testkit.simulation.SimulationResult.Witness;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The planned crashes, the progress of each count, and what an observer saw. */
final class PendingCrashes {
    private final List<CrashPoint> planned;
    private final Map<Moment, Integer> passed = new EnumMap<>(Moment.class);
    private final List<Passage> passages = new ArrayList<>();
    private final List<StartedEffect> started = new ArrayList<>();
    private final List<Done> done = new ArrayList<>();
    private int onDisk = 1;
    private final List<CrashPoint> struck = new ArrayList<>();
    private int unasked;

    PendingCrashes(List<CrashPoint> planned) {
        this.planned = new ArrayList<>(planned);
    }

    int happened() {
        return struck.size();
    }

    /** Returns the points at which the driver crashed. */
    List<CrashPoint> struck() {
        return List.copyOf(struck);
    }

    Witness witness(SimulationResult.Storage storage) {
        return new Witness(
                List.copyOf(passages), List.copyOf(started), List.copyOf(done), unasked, storage);
    }

    /** Sets the number of events left in the log. */
    void isLeft(int events) {
        onDisk = events;
    }

    void begins(long ticket, ExternalEffect effect) {
        started.add(new StartedEffect(ticket, effect, onDisk));
    }

    void comesBy() {
        unasked++;
    }

    void does(long ticket, ExternalEffect effect, Event reported) {
        done.add(new Done(ticket, effect, reported));
    }

    void at(Moment moment) {
        if (moment == Moment.AFTER_APPEND) onDisk++;
        var now = new CrashPoint(moment, passed.merge(moment, 1, Integer::sum));
        passages.add(new Passage(now, onDisk));
        if (planned.remove(now)) {
            struck.add(now);
            throw new CrashPoint.Crash(now);
        }
    }
}
