package dev.foldline.testkit.script;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Fault;

import io.vavr.control.Option;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The recorded outcomes of a run, by position. They are repeated wherever a simulation reaches the
 * same position as often. Cancelled effects have no outcome.
 *
 * @param answers outcomes of each effect, by {@link AnsweredCalls#key}, in order
 * @param collected outcomes of each artifact, by its name, in order
 * @param failures file failures, by {@link AnsweredCalls#occasion(FileEffect)}
 * @param stopped the cancelled effects, by {@link AnsweredCalls#occasion(ExternalEffect, int)}
 * @param asked external input in order, without that of child runs
 * @param childFailures failures of child runs, by list and item
 */
public record Precedents(
        Map<String, List<Event>> answers,
        Map<String, List<Event>> collected,
        Map<String, Fault> failures,
        Set<String> stopped,
        List<RecordedInput> asked,
        Map<String, String> childFailures) {

    /** An input, and the number of answered effects when it arrived. */
    public record RecordedInput(int effects, InputEvent input) {}

    /** No recorded outcomes. */
    public static final Precedents NONE =
            new Precedents(Map.of(), Map.of(), Map.of(), Set.of(), List.of(), Map.of());

    public boolean isEmpty() {
        return equals(NONE);
    }

    public Option<Event> of(ExternalEffect effect, AnsweredCalls sofar) {
        return nth(answers, AnsweredCalls.key(effect), sofar.of(AnsweredCalls.key(effect)));
    }

    public Option<Event> of(String artifact, AnsweredCalls sofar) {
        return nth(collected, artifact, sofar.of("collect:" + artifact));
    }

    public Option<Fault> of(FileEffect effect, AnsweredCalls sofar) {
        return Option.of(failures.get(sofar.occasion(effect)));
    }

    public boolean stops(ExternalEffect effect, AnsweredCalls sofar) {
        return stopped.contains(
                AnsweredCalls.occasion(effect, sofar.of(AnsweredCalls.key(effect))));
    }

    /** Returns the next input. */
    public Option<InputEvent> next(AnsweredCalls sofar) {
        return sofar.asked() < asked.size()
                ? Option.of(asked.get(sofar.asked()).input())
                : Option.none();
    }

    /** Returns the next input, if it is due. */
    public Option<InputEvent> due(AnsweredCalls sofar) {
        return next(sofar).filter(_ -> asked.get(sofar.asked()).effects() <= sofar.effects());
    }

    private static Option<Event> nth(Map<String, List<Event>> reported, String name, int nth) {
        var list = reported.getOrDefault(name, List.of());
        return nth < list.size() ? Option.of(list.get(nth)) : Option.none();
    }
}
