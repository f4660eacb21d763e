package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Usage.Limit;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The budgets of child runs within the budget of their parent. A child starts only if the parent
 * has left what all its running and remaining children may use. Children whose workflow the
 * parent's workflow makes have budgets of their own.
 */
final class ChildBudgets {
    private ChildBudgets() {}

    /** Returns the limits that keep the next child from starting; none if no child is next. */
    static Vector<String> lacking(PipelineState state) {
        if (!state.expectsWork()
                || !(state.currentStep().getOrNull() instanceof Step.Children step)
                || step.definition().isEmpty()
                || !state.items().list(step.list()).exists(ChildBudgets::isTodo))
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
    static Budget next(PipelineState state, Step.Children step) {
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
        return Math.max(1, state.items().list(step.list()).count(ChildBudgets::isOpen));
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
