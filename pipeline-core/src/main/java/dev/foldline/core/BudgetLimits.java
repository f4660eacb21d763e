package dev.foldline.core;

import dev.foldline.core.state.Item;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Usage.Limit;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The limits of the budget that hold a run, and the budgets of child runs within that of their
 * parent. A child starts only if the parent has left what all its running and remaining children
 * may use. Children whose workflow the parent's workflow makes have budgets of their own.
 */
public final class BudgetLimits {
    private BudgetLimits() {}

    /**
     * Returns the limits that the next effect would exceed. Only agent calls and child runs spend
     * the budget, so all other work continues when it is exhausted.
     */
    public static Vector<String> reached(PipelineState state) {
        return agentIsNext(state) || fixerIsNext(state)
                ? state.usage().reached(state.effectKey().phase())
                : lacking(state);
    }

    private static boolean agentIsNext(PipelineState state) {
        return state.expectsWork() && state.currentStep().exists(Step.Agent.class::isInstance);
    }

    private static boolean fixerIsNext(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.FixPrompted
                && state.fixerRests().isEmpty();
    }

    /** Returns the limits that keep the next child from starting; none if no child is next. */
    private static Vector<String> lacking(PipelineState state) {
        if (!state.expectsWork()
                || !(state.currentStep().getOrNull() instanceof Step.Children step)
                || step.definition().isEmpty()
                || !state.items().list(step.list()).exists(BudgetLimits::isTodo))
            return Vector.empty();
        long open = open(state, step);
        return state.usage()
                .lacking(
                        state.effectKey().phase(),
                        limit ->
                                limit == Limit.WALL
                                        ? 1L
                                        : times(open, limit.of(step.budget()).getOrElse(1L)));
    }

    /**
     * Returns the budget of the next child. An absent limit becomes an equal share of what the
     * parent has left, or the limit of the child's workflow if that is lower.
     */
    public static Budget ofNextChild(PipelineState state, Step.Children step) {
        if (step.definition().isEmpty()) return step.budget();
        return step.budget()
                .or(
                        new Budget(
                                share(state, step, Limit.AGENT_CALLS),
                                Option.none(),
                                share(state, step, Limit.USD),
                                share(state, step, Limit.TOKENS)));
    }

    private static Option<Long> share(PipelineState state, Step.Children step, Limit limit) {
        return state.usage()
                .left(limit, state.effectKey().phase())
                .map(left -> Math.max(1, left / open(state, step)))
                .toVector()
                .appendAll(step.definition().flatMap(child -> limit.of(child.policy().budget())))
                .min();
    }

    private static long open(PipelineState state, Step.Children step) {
        return Math.max(1, state.items().list(step.list()).count(BudgetLimits::isOpen));
    }

    private static boolean isTodo(Item item) {
        return item.status() instanceof Item.Todo;
    }

    private static boolean isOpen(Item item) {
        return isTodo(item) || item.status() instanceof Item.Running;
    }

    private static long times(long count, long each) {
        return each > Long.MAX_VALUE / count ? Long.MAX_VALUE : count * each;
    }
}
