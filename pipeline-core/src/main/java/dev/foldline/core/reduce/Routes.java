package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Route;

/** Where a label leads. */
final class Routes {
    private Routes() {}

    /** The step is done and said this; an empty label says nothing. */
    static PipelineState follow(PipelineState state, String label) {
        var route = state.phase().flatMap(phase -> phase.routes().get(label)).getOrElse(Route.PROCEED);
        return follow(state, label, route);
    }

    static PipelineState follow(PipelineState state, String label, Route route) {
        if (Remedies.isClosing(state)) return state;
        return switch (route) {
            case Route.Proceed _              -> Moves.stepDone(state);
            case Route.NextPhase _            -> Moves.phaseDone(state);
            case Route.To(var phase)          -> Moves.sendTo(state, phase);
            case Route.Back(var stage, var n) -> Remedies.goBack(state, label, stage, n);
            case Route.More _                 -> Remedies.more(state, label);
            case Route.Fail(var why)          -> Remedies.after(state, Fault.of(Fault.Kind.LABELLED, why));
            case Route.Halt(var why)          -> Remedies.halt(state, Fault.of(Fault.Kind.NEEDS_PERSON, why));
            case Route.End _                  -> state.with(new Recovery.Ending(Outcome.COMPLETED));
        };
    }
}
