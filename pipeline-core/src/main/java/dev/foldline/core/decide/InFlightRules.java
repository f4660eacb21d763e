package dev.foldline.core.decide;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Control.Cancel;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;

/** Rules for an effect in progress: nothing else starts. */
final class InFlightRules {
    private InFlightRules() {}

    static boolean isUnknown(PipelineState state) {
        return state.slots().inFlight() instanceof InFlight.Unknown;
    }

    /**
     * Returns whether the effect must be cancelled: the run is paused at once or is ending, and the
     * effect does not save work, or it calls a terminal whose work was declared done.
     */
    static boolean isUnwanted(PipelineState state) {
        return state.slots().inFlight() instanceof InFlight.Known(_, var effect)
                && !(effect instanceof SaveWork)
                && (state.lifecycle().equals(new Lifecycle.Paused(Lifecycle.Urgency.NOW))
                        || state.slots().recovery() instanceof Recovery.Ending
                        || effect instanceof InvokeAgent && state.isDeclaredDone());
    }

    static boolean isWanted(PipelineState state) {
        return state.slots().inFlight() instanceof InFlight.Known && !isUnwanted(state);
    }

    static Effect cancel(PipelineState state) {
        return new Cancel(ticket(state), why(state));
    }

    private static String why(PipelineState state) {
        if (state.isDeclaredDone()) return "its work was declared done";
        return state.lifecycle() instanceof Lifecycle.Paused ? "stopped" : "the run ends";
    }

    static Effect await(PipelineState state) {
        return new Await(ticket(state));
    }

    static Effect reconcile(PipelineState state) {
        return state.slots().inFlight() instanceof InFlight.Unknown(var ticket, var effect)
                ? new Reconcile(ticket, effect)
                : nothingUnderWay();
    }

    private static long ticket(PipelineState state) {
        return state.slots().inFlight() instanceof InFlight.Known(var ticket, _)
                ? ticket
                : state.header().ticket();
    }

    private static Effect nothingUnderWay() {
        throw new PipelineBug("asked to reconcile while no effect is running");
    }
}
