package dev.foldline.app.definition;

import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;

import io.vavr.collection.Vector;

/** The phases and stages that routes name, each with its place. They are checked at the end. */
final class RouteTargets {
    private final Problems problems;
    private Vector<Target> targets = Vector.empty();

    RouteTargets(Problems problems) {
        this.problems = problems;
    }

    /** What a label of a phase names. */
    private record Target(String stage, String phase, String label, String name, Origin at) {}

    /** Adds the target of a route of a phase. */
    void add(String stage, String phase, String label, String name, Origin at) {
        targets = targets.append(new Target(stage, phase, label, name, at));
    }

    /** Checks the targets of the routes that these stages have. */
    void check(Vector<Stage> stages) {
        for (var target : targets)
            for (var stage : stages.filter(each -> each.id().equals(target.stage())))
                stage.phases()
                        .filter(phase -> phase.id().equals(target.phase()))
                        .flatMap(phase -> phase.routes().get(target.label()))
                        .forEach(route -> check(stages, stage, target, route));
    }

    private void check(Vector<Stage> stages, Stage stage, Target target, Route route) {
        switch (route) {
            case Route.To(var name) when name.equals(target.name()) -> ahead(stages, stage, target);
            case Route.Back(var name, _) when name.equals(target.name()) ->
                    behind(stages, stage, target);
            default -> {}
        }
    }

    private void ahead(Vector<Stage> stages, Stage stage, Target target) {
        int here = stage.indexOf(target.phase());
        int there = stage.indexOf(target.name());
        if (there > here) return;
        var later = stage.phases().drop(here + 1).map(Phase::id);
        var elsewhere = stages.find(each -> each.indexOf(target.name()) >= 0);
        if (there >= 0)
            problems.add(
                    target.at(),
                    "the phase '" + target.name() + "' is not after this one",
                    "write repeat, or go_back: " + stage.id());
        else if (elsewhere.isDefined())
            problems.add(
                    target.at(),
                    "the phase '" + target.name() + "' is in the stage " + elsewhere.get().id(),
                    later(later));
        else
            problems.add(
                    target.at(),
                    "the stage " + stage.id() + " has no phase '" + target.name() + "'",
                    later.isEmpty()
                            ? later(later)
                            : FieldReader.suggestion(target.name(), later.asJava()));
    }

    private static String later(Vector<String> phases) {
        return phases.isEmpty()
                ? "add the phase after this one"
                : "name a later phase of this stage: " + phases.mkString(", ");
    }

    private void behind(Vector<Stage> stages, Stage stage, Target target) {
        var names = stages.map(Stage::id);
        int there = names.indexOf(target.name());
        int here = names.indexOf(stage.id());
        if (there >= 0 && there <= here) return;
        var earlier = names.take(here + 1).remove(StageReader.PREPARE);
        var elsewhere = stages.find(each -> each.indexOf(target.name()) >= 0);
        if (there >= 0)
            problems.add(
                    target.at(),
                    "the stage '" + target.name() + "' is after this one",
                    "name this stage or an earlier one: " + earlier.mkString(", "));
        else if (elsewhere.isDefined())
            problems.add(
                    target.at(),
                    "'" + target.name() + "' is a phase, not a stage",
                    "name this stage or an earlier one: " + earlier.mkString(", "));
        else
            problems.add(
                    target.at(),
                    "there is no stage '" + target.name() + "'",
                    FieldReader.suggestion(target.name(), earlier.asJava()));
    }
}
