package dev.foldline.effects.sim.play;

import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Fault;
import io.vavr.control.Option;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a run met that happened, by place: it happens again wherever a simulation comes to the same place as often. What was
 * stopped has not happened.
 *
 * @param answers what became of each deed, by {@link Answers#key}, time by time
 * @param collected what became of each artifact, by its name, time by time
 * @param failures what went wrong with files, by {@link Answers#occasion(FileEffect)}
 * @param stopped the deeds that were stopped, by {@link Answers#occasion(Deed, int)}
 * @param asked what was asked from outside, in order, what children tell not among it
 * @param childFailures why children failed, by list and item
 */
public record Precedents(Map<String, List<Event>> answers, Map<String, List<Event>> collected, Map<String, Fault> failures,
        Set<String> stopped, List<Asked> asked, Map<String, String> childFailures) {

    /** An input, and how many deeds had been answered when it came. */
    public record Asked(int deeds, InputEvent input) {}

    /** Nothing has happened yet. */
    public static final Precedents NONE = new Precedents(Map.of(), Map.of(), Map.of(), Set.of(), List.of(), Map.of());

    public boolean isEmpty() { return equals(NONE); }

    public Option<Event> of(Deed deed, Answers sofar) { return nth(answers, Answers.key(deed), sofar.of(Answers.key(deed))); }

    public Option<Event> of(String artifact, Answers sofar) { return nth(collected, artifact, sofar.of("collect:" + artifact)); }

    public Option<Fault> of(FileEffect effect, Answers sofar) { return Option.of(failures.get(sofar.occasion(effect))); }

    public boolean stops(Deed deed, Answers sofar) { return stopped.contains(Answers.occasion(deed, sofar.of(Answers.key(deed)))); }

    /** What is asked next. */
    public Option<InputEvent> next(Answers sofar) {
        return sofar.asked() < asked.size() ? Option.of(asked.get(sofar.asked()).input()) : Option.none();
    }

    /** What is asked next, if its time has come. */
    public Option<InputEvent> due(Answers sofar) {
        return next(sofar).filter(_ -> asked.get(sofar.asked()).deeds() <= sofar.deeds());
    }

    private static Option<Event> nth(Map<String, List<Event>> told, String name, int nth) {
        var list = told.getOrDefault(name, List.of());
        return nth < list.size() ? Option.of(list.get(nth)) : Option.none();
    }
}
