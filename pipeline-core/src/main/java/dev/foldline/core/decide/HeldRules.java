package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Stop;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Rules for a run that has ended, or that a gate, a user or the budget holds. */
final class HeldRules {
    private HeldRules() {}

    static boolean hasEnded(PipelineState state) {
        return state.lifecycle() instanceof Lifecycle.Ended;
    }

    static Effect stop(PipelineState state) {
        return new Stop(
                state.lifecycle() instanceof Lifecycle.Ended(var outcome)
                        ? outcome
                        : Outcome.COMPLETED);
    }

    static boolean isHeld(PipelineState state) {
        return !hasEnded(state) && state.isFree() && !holders(state).isEmpty();
    }

    /** Returns one wait for everything that holds the run. */
    static Effect waitForHolders(PipelineState state) {
        return new Wait(holders(state), Option.none());
    }

    private static Vector<WaitCondition> holders(PipelineState state) {
        Vector<WaitCondition> gate =
                state.slots().gate() instanceof GateSlot.Open(var open)
                        ? Vector.of(new WaitCondition.Resolution(open))
                        : Vector.empty();
        Vector<WaitCondition> pause =
                state.lifecycle() instanceof Lifecycle.Paused
                        ? Vector.of(new WaitCondition.Resumption())
                        : Vector.empty();
        Vector<WaitCondition> budget =
                reached(state).isEmpty()
                        ? Vector.empty()
                        : Vector.of(new WaitCondition.BudgetRaise(reached(state).mkString(",")));
        return gate.appendAll(pause).appendAll(budget);
    }

    /**
     * Only agent calls and child runs spend the budget, so all other work continues when it is
     * exhausted.
     */
    private static Vector<String> reached(PipelineState state) {
        return NormalRules.agentIsNext(state) || RecoveryRules.fixPrompted(state)
                ? state.usage().reached(state.effectKey().phase())
                : ChildBudgets.lacking(state);
    }
}
