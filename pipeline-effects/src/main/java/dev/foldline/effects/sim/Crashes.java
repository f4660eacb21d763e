package dev.foldline.effects.sim;

import dev.foldline.core.effect.Deed;
import dev.foldline.core.event.Event;
import dev.foldline.effects.sim.CrashPoint.Moment;
import dev.foldline.effects.sim.Run.Begun;
import dev.foldline.effects.sim.Run.Done;
import dev.foldline.effects.sim.Run.Passage;
import dev.foldline.effects.sim.Run.Witness;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The deaths that are still to come, how far each count is, and what somebody saw who never died. */
final class Crashes {
    private final List<CrashPoint> planned;
    private final Map<Moment, Integer> passed = new EnumMap<>(Moment.class);
    private final List<Passage> passages = new ArrayList<>();
    private final List<Begun> begun = new ArrayList<>();
    private final List<Done> done = new ArrayList<>();
    private int onDisk = 1;
    private int happened;
    private int unasked;

    Crashes(List<CrashPoint> planned) { this.planned = new ArrayList<>(planned); }

    int happened() { return happened; }

    Witness witness() { return new Witness(List.copyOf(passages), List.copyOf(begun), List.copyOf(done), unasked); }

    void begins(long ticket, Deed deed) { begun.add(new Begun(ticket, deed, onDisk)); }

    void comesBy() { unasked++; }

    void does(long ticket, Deed deed, Event told) { done.add(new Done(ticket, deed, told)); }

    void at(Moment moment) {
        if (moment == Moment.AFTER_APPEND) onDisk++;
        var now = new CrashPoint(moment, passed.merge(moment, 1, Integer::sum));
        passages.add(new Passage(now, onDisk));
        if (planned.remove(now)) {
            happened++;
            throw new CrashPoint.Crash(now);
        }
    }
}
