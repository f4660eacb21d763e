package dev.foldline.testkit.incident;

import dev.foldline.core.event.Event;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.script.Precedents;

import io.vavr.control.Option;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Finds the step of a workflow that corresponds to a step of the recorded one: in the phase of the
 * same name, the step of the same kind with the same rank. A step that was added before it changes
 * nothing.
 */
record StepAlignment(Workflow recorded, Workflow other) {
    private static final Pattern PLACE =
            Pattern.compile("((?:\\w+@)?)([^.@:#]+)\\.(\\d+)\\.([^.:#]+)\\.(\\d+)(.*)");

    /** Returns whether a key names the place of an effect. */
    static boolean isPlace(String key) {
        return PLACE.matcher(key).matches();
    }

    /** Returns the key of the corresponding step; the same key if there is none. */
    String of(String key) {
        var place = PLACE.matcher(key);
        if (!place.matches()) return key;
        var step = Integer.parseInt(place.group(5));
        return phase(recorded, place.group(2), place.group(4))
                .flatMap(from -> aligned(from, step, place.group(2)))
                .map(
                        to ->
                                place.group(1)
                                        + place.group(2)
                                        + "."
                                        + place.group(3)
                                        + "."
                                        + place.group(4)
                                        + "."
                                        + to
                                        + place.group(6))
                .getOrElse(key);
    }

    private static Option<Phase> phase(Workflow workflow, String stage, String phase) {
        return workflow.stages()
                .find(each -> each.id().equals(stage))
                .flatMap(each -> each.phases().find(one -> one.id().equals(phase)));
    }

    private Option<Integer> aligned(Phase from, int step, String stage) {
        if (step >= from.steps().size()) return Option.none();
        var wanted = identity(from.steps().get(step));
        int rank = from.steps().take(step).count(each -> identity(each).equals(wanted));
        return phase(other, stage, from.id())
                .flatMap(
                        to ->
                                to.steps()
                                        .zipWithIndex()
                                        .filter(each -> identity(each._1()).equals(wanted))
                                        .drop(rank)
                                        .headOption()
                                        .map(each -> each._2()));
    }

    private static String identity(Step step) {
        return switch (step) {
            case Step.Clean _ -> "clean";
            case Step.Prompt prompt -> "prompt " + prompt.role();
            case Step.Agent agent -> "agent " + agent.role();
            case Step.Collect collect -> "collect " + collect.artifact();
            case Step.Check check -> "check " + check.check();
            case Step.Git git -> "git " + git.operation();
            case Step.Forge forge -> "forge " + forge.operation();
            case Step.WorkerRequest request -> "request " + request.instruction();
            case Step.Children children -> "children " + children.list();
            case Step.Change change -> "change " + change.operation();
            case Step.Switch _ -> "switch";
        };
    }

    Precedents of(Precedents before) {
        return new Precedents(
                keys(before.answers(), this::of),
                before.collected(),
                before.failures(),
                Set.copyOf(before.stopped().stream().map(this::of).toList()),
                before.asked(),
                before.childFailures());
    }

    DecisionPoint of(DecisionPoint point) {
        return new DecisionPoint(point.kind(), of(point.place()), counts(point.answers()));
    }

    private Map<String, Integer> counts(Map<String, Integer> answers) {
        var aligned = new HashMap<String, Integer>();
        answers.forEach((key, count) -> aligned.merge(of(key), count, Integer::sum));
        return aligned;
    }

    private static Map<String, List<Event>> keys(
            Map<String, List<Event>> answers, UnaryOperator<String> change) {
        var aligned = new HashMap<String, List<Event>>();
        answers.forEach((key, list) -> aligned.put(change.apply(key), list));
        return aligned;
    }
}
