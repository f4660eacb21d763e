package dev.foldline.app.run;

import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;

import io.vavr.collection.Vector;

/** Adds the gates of the configuration to the phases of a workflow. */
final class ConfiguredGates {
    private ConfiguredGates() {}

    /** Returns the stages with a gate after each named phase whose routes admit one. */
    static Vector<Stage> added(Vector<String> gates, Vector<Stage> stages, Problems problems) {
        var possible =
                stages.flatMap(
                                stage ->
                                        stage.phases()
                                                .filter(phase -> isGateable(stage, phase))
                                                .map(Phase::id))
                        .distinct();
        gates.filter(gate -> !possible.contains(gate))
                .forEach(
                        gate ->
                                problems.add(
                                        new Origin.InFlag("--gate, or gates in foldline.yaml"),
                                        "no phase '" + gate + "' can wait for approval",
                                        possible.isEmpty()
                                                ? "delete it"
                                                : "use one of: " + possible.mkString(", ")));
        return stages.map(
                stage ->
                        new Stage(
                                stage.id(),
                                stage.turns(),
                                stage.phases()
                                        .map(
                                                phase ->
                                                        gates.contains(phase.id())
                                                                        && phase.gate().isEmpty()
                                                                        && isGateable(stage, phase)
                                                                ? phase.gate(
                                                                        new GateSpec(OnReject.REDO))
                                                                : phase)));
    }

    /** No route may lead around a gate: none of the phase itself, and none of an earlier one. */
    private static boolean isGateable(Stage stage, Phase phase) {
        int here = stage.indexOf(phase.id());
        return phase.routes()
                        .values()
                        .forAll(
                                route ->
                                        !(route instanceof Route.To || route instanceof Route.Back))
                && stage.phases()
                        .take(here)
                        .flatMap(earlier -> Vector.ofAll(earlier.routes().values()))
                        .forAll(
                                route ->
                                        !(route instanceof Route.To(var target))
                                                || stage.indexOf(target) <= here);
    }
}
