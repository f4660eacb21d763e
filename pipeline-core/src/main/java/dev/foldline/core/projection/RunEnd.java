package dev.foldline.core.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;

/** Tells why a run has completed. */
public final class RunEnd {
    private RunEnd() {}

    /** Returns whether the run has completed because it found nothing left to do in its plan. */
    public static boolean foundNothing(PipelineState state) {
        return state.lifecycle() instanceof Lifecycle.Ended(Outcome.Completed _)
                && state.phase().exists(RunEnd::mayFindNothing);
    }

    private static boolean mayFindNothing(Phase phase) {
        return phase.routes().containsKey(Route.NOTHING_LEFT)
                || phase.steps()
                        .exists(
                                step ->
                                        step instanceof Step.WorkerRequest request
                                                && request.unlocks()
                                                        .exists(
                                                                unlock ->
                                                                        unlock.tool()
                                                                                .equals(
                                                                                        Route
                                                                                                .NOTHING_LEFT)));
    }
}
