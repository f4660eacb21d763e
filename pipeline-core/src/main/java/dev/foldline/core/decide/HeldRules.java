package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Awaited;
import dev.foldline.core.effect.Control.Stop;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.state.Hold;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The run is over, or held by a gate, by a person, or by its budget. */
final class HeldRules {
    private HeldRules() {}

    static boolean hasEnded(PipelineState state) { return state.life() instanceof Life.Ended; }

    static Effect stop(PipelineState state) {
        return new Stop(state.life() instanceof Life.Ended(var outcome) ? outcome : Outcome.COMPLETED);
    }

    static boolean isHeld(PipelineState state) {
        return !hasEnded(state) && state.isFree() && !holders(state).isEmpty();
    }

    /** One wait for all who hold the run. */
    static Effect waitForHolders(PipelineState state) { return new Wait(holders(state), Option.none()); }

    private static Vector<Awaited> holders(PipelineState state) {
        Vector<Awaited> gate = state.slots().hold() instanceof Hold.Open(var open) ? Vector.of(new Awaited.Resolution(open)) : Vector.empty();
        Vector<Awaited> pause = state.life() instanceof Life.Paused ? Vector.of(new Awaited.Resumption()) : Vector.empty();
        Vector<Awaited> budget = reached(state).isEmpty() ? Vector.empty() : Vector.of(new Awaited.Refill(reached(state).mkString(",")));
        return gate.appendAll(pause).appendAll(budget);
    }

    /** Only another call of an agent spends, so everything else goes on. */
    private static Vector<String> reached(PipelineState state) {
        return NormalRules.agentIsNext(state) || RecoveryRules.fixPrompted(state) ? state.spent().reached(state.place().phase()) : Vector.empty();
    }
}
