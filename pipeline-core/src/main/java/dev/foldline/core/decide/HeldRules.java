package dev.foldline.core.decide;

import dev.foldline.core.AskedQuestions;
import dev.foldline.core.BudgetLimits;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Stop;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.GateSpec.OnReject;

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
        return !hasEnded(state)
                && state.isFree()
                && !AskedQuestions.isDue(state)
                && !holders(state).isEmpty();
    }

    /** Asks the user; the gate shows the question. */
    static Effect ask(PipelineState state) {
        var questions = state.agents().questions();
        var question =
                questions.next().getOrElseThrow(() -> new PipelineBug("no question is open"));
        return new OpenGate(
                state.effectKey(),
                new Gate(
                        Gate.QUESTION,
                        Gate.QUESTION + "-" + questions.number(),
                        questions.number(),
                        state.ledger().repository().tree(),
                        question.text(),
                        OnReject.CONTINUE,
                        Gate.Origin.QUESTION,
                        Option.of(question)),
                state.ledger().repository().excludedPaths(),
                Option.none());
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
        var reached = BudgetLimits.reached(state);
        Vector<WaitCondition> budget =
                reached.isEmpty()
                        ? Vector.empty()
                        : Vector.of(new WaitCondition.BudgetRaise(reached.mkString(",")));
        return gate.appendAll(pause).appendAll(budget).appendAll(ForgeEffectFactory.awaited(state));
    }
}
