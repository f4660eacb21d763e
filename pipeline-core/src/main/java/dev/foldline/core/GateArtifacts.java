package dev.foldline.core;

import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The artifacts that a user may replace at an open gate: those of the gate's phase that decided
 * nothing and that no step has used yet. A freeze shows none.
 */
public record GateArtifacts(Vector<Step.Collect> steps) {

    public static GateArtifacts of(PipelineState state) {
        var isOfPhase =
                state.slots().gate() instanceof GateSlot.Open(var gate)
                        && gate.origin() == Gate.Origin.PHASE;
        return new GateArtifacts(
                state.phase()
                        .filter(_ -> isOfPhase)
                        .map(Phase::unusedArtifacts)
                        .getOrElse(Vector.empty())
                        .filter(step -> state.ledger().artifacts().containsKey(step.artifact())));
    }

    public Vector<String> names() {
        return steps.map(Step.Collect::artifact).distinct();
    }

    /** Returns the step that collected the artifact last. */
    public Option<Step.Collect> step(String artifact) {
        return steps.findLast(each -> each.artifact().equals(artifact));
    }
}
