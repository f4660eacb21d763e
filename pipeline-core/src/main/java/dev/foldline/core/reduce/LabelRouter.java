package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Route;

/** Follows the route of a label. */
final class LabelRouter {
    private LabelRouter() {}

    /** Completes the step with this label; an empty label states nothing. */
    static PipelineState follow(PipelineState state, String label) {
        var route =
                state.phase().flatMap(phase -> phase.routes().get(label)).getOrElse(Route.PROCEED);
        return follow(state, label, route);
    }

    static PipelineState follow(PipelineState state, String label, Route route) {
        if (RecoveryHandling.isClosing(state)) return state;
        return switch (route) {
            case Route.Proceed _ -> CursorMoves.stepDone(state);
            case Route.NextPhase _ -> CursorMoves.phaseDone(state);
            case Route.To(var phase) -> CursorMoves.sendTo(state, phase);
            case Route.Back(var stage, var n) ->
                    OutputFailureHandling.goBack(state, label, stage, n);
            case Route.More _ -> OutputFailureHandling.more(state, label);
            case Route.Fail(var why) ->
                    FailureHandling.after(state, Fault.of(Fault.Kind.LABELLED, why));
            case Route.Halt(var why) ->
                    RecoveryHandling.halt(state, Fault.of(Fault.Kind.NEEDS_PERSON, why));
            case Route.End _ -> state.withRecovery(new Recovery.Ending(Outcome.COMPLETED));
        };
    }
}
