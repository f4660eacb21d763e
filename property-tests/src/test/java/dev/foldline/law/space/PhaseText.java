package dev.foldline.law.space;

import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What the steps of a phase say, read a second time. */
final class PhaseText {
    private PhaseText() {}

    static Option<String> role(Step step) {
        return step instanceof Step.Agent(var role) ? Option.of(role) : Option.none();
    }

    /** Returns whether a retry may restart here: files are removed, or an instruction is given. */
    private static boolean isStart(Step step) {
        return step instanceof Step.Clean
                || step instanceof Step.WorkerRequest external && external.artifact().isEmpty();
    }

    /** Returns the step from which a failure of this step is retried. */
    static int retriedFrom(Phase phase, int step) {
        if (step >= phase.steps().size()) return step;
        return switch (phase.steps().get(step)) {
            case Step.Check _,
                    Step.Git _,
                    Step.Forge _,
                    Step.Change _,
                    Step.Children _,
                    Step.Switch _ ->
                    step;
            case Step.Clean _,
                    Step.Prompt _,
                    Step.Agent _,
                    Step.Collect _,
                    Step.WorkerRequest _ -> {
                int from = step;
                while (from > 0 && !isStart(phase.steps().get(from))) from--;
                yield from;
            }
        };
    }

    /** Returns the artifacts that are collected from this step on, before the next start. */
    static Vector<String> collectedFrom(Phase phase, int step) {
        int to = step + 1;
        while (to < phase.steps().size() && !isStart(phase.steps().get(to))) to++;
        return collected(phase.steps().slice(step, to));
    }

    /** Returns the artifacts that these steps name, before the next start. */
    static Vector<String> namedFrom(Phase phase, int step) {
        int to = step + 1;
        while (to < phase.steps().size() && !isStart(phase.steps().get(to))) to++;
        var steps = phase.steps().slice(step, to);
        return collected(steps)
                .appendAll(
                        steps.flatMap(
                                each ->
                                        each instanceof Step.WorkerRequest request
                                                ? request.artifact()
                                                : Option.<String>none()));
    }

    static Vector<String> collected(Vector<Step> steps) {
        return steps.flatMap(
                step ->
                        step instanceof Step.Collect(var name, _, _)
                                ? Option.of(name)
                                : Option.<String>none());
    }
}
