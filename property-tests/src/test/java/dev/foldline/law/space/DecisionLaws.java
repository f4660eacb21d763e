package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Limit;

import io.vavr.collection.Vector;

/**
 * An effect carries what the state says: the next item, the end of a wait, the rest of a budget.
 */
public final class DecisionLaws {
    private DecisionLaws() {}

    public static void check(PipelineState state) {
        var decision = Pipeline.decide(state);
        if (decision.effect() instanceof SpawnChild spawn) startsTheFirstItem(state, spawn);
        if (decision.effect() instanceof InvokeAgent call) endsWithTheBudget(state, call);
        if (decision.effect() instanceof RenderPrompt prompt)
            expectsItsSegment(state, decision, prompt);
        if (decision.effect() instanceof Wait wait && decision.priority() == Priority.RETRY)
            require(
                    state.slots().retry() instanceof Retry.Waiting(_, var notBefore)
                            && wait.until().contains(notBefore),
                    "a retry waits until " + wait.until());
        acceptsAwaitedCalls(state, decision);
    }

    private static void startsTheFirstItem(PipelineState state, SpawnChild spawn) {
        var list = state.items().list(spawn.list());
        int first = 0;
        while (first < list.size() && !(list.get(first).status() instanceof Item.Todo)) first++;
        require(
                spawn.index() == first && spawn.item().equals(list.get(first)),
                "a child starts for item " + spawn.index() + " instead of " + first);
    }

    private static void endsWithTheBudget(PipelineState state, InvokeAgent call) {
        long usual = state.policy().deadlines().agentMillis();
        var left = state.usage().left(Limit.WALL, state.effectKey().phase());
        require(
                call.deadlines().agentMillis()
                        == left.map(rest -> Math.min(rest, usual)).getOrElse(usual),
                "a call of " + call.deadlines().agentMillis() + " ms, with " + left + " left");
    }

    private static void expectsItsSegment(
            PipelineState state, Decision decision, RenderPrompt prompt) {
        if (decision.priority() != Priority.NORMAL) return;
        state.phase()
                .forEach(
                        phase ->
                                require(
                                        prompt.brief()
                                                .expected()
                                                .toSet()
                                                .equals(
                                                        PhaseText.namedFrom(
                                                                        phase, state.at().step())
                                                                .toSet()),
                                        "the prompt expects " + prompt.brief().expected()));
    }

    /** A call is accepted exactly while the run waits for one. */
    private static void acceptsAwaitedCalls(PipelineState state, Decision decision) {
        var awaited =
                decision.effect() instanceof Wait wait
                        ? wait.awaited()
                        : Vector.<WaitCondition>empty();
        require(
                state.awaitedCall().isDefined()
                        == awaited.exists(WaitCondition.Call.class::isInstance),
                "a call is accepted while the run does not wait for one, or not accepted");
    }
}
