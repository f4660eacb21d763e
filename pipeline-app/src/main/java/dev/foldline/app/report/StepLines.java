package dev.foldline.app.report;

import dev.foldline.app.history.ChangeFormatter;
import dev.foldline.app.history.ForgeFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;

import java.util.List;

/** The steps of a phase as short lines; prompts and cleaning belong to their calls. */
final class StepLines {
    private StepLines() {}

    /** Returns at most this many lines; the last one counts the steps that are left out. */
    static List<String> of(Phase phase, int max) {
        var all = phase.steps().flatMap(StepLines::line);
        return (all.size() <= max
                        ? all
                        : all.take(max - 1).append("… " + (all.size() - max + 1) + " more steps"))
                .asJava();
    }

    private static Vector<String> line(Step step) {
        return switch (step) {
            case Step.Clean _, Step.Prompt _ -> Vector.empty();
            case Step.Agent(var role) -> Vector.of("call " + role);
            case Step.Collect collect -> Vector.of("collect " + collect.artifact());
            case Step.Check(var name, var expectation) ->
                    Vector.of(
                            "check "
                                    + name
                                    + (expectation == Step.Expectation.FAIL ? " (must fail)" : ""));
            case Step.Git git -> Vector.of(ValueFormatter.of(git.operation()));
            case Step.Forge forge -> Vector.of(ForgeFormatter.of(forge));
            case Step.Change(var operation, _) -> Vector.of(ChangeFormatter.of(operation));
            case Step.WorkerRequest request -> Vector.of("wait for " + request.instruction());
            case Step.Switch _ -> Vector.of("switch the model");
            case Step.Children children ->
                    Vector.of("run " + children.workflow() + " for each of " + children.list());
        };
    }
}
