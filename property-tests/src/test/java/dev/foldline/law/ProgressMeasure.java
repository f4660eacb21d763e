package dev.foldline.law;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;

/**
 * How far a run has come, so that it can only rise: ways back first, then how far a recovery is,
 * then the position, then the children started, then the small slots, the freshness of evidence,
 * what is under way, and the tries to save the work. Compared lexicographically. A run whose
 * measure rises at every outcome ends.
 */
record ProgressMeasure(Vector<Long> levels) implements Comparable<ProgressMeasure> {

    static ProgressMeasure of(PipelineState state) {
        var at = state.at();
        return new ProgressMeasure(
                Vector.of(
                        (long) state.usage().rewinds(),
                        2 * recovery(state) + (state.fixerRests().isDefined() ? 0 : 1),
                        (long) at.stage(),
                        (long) at.turn(),
                        (long) at.phase(),
                        state.cursor() instanceof Cursor.Arrived ? 0L : 1L,
                        (long) at.step(),
                        started(state),
                        slots(state),
                        proven(state),
                        free(state),
                        (long) state.usage().saves()));
    }

    @Override
    public int compareTo(ProgressMeasure other) {
        return levels.zip(other.levels)
                .map(pair -> pair._1().compareTo(pair._2()))
                .find(order -> order != 0)
                .getOrElse(0);
    }

    private static long recovery(PipelineState state) {
        if (state.lifecycle() instanceof Lifecycle.Ended) return 10;
        return switch (state.slots().recovery()) {
            case Recovery.FixDue _ -> 1;
            case Recovery.FixPrompted _ -> 2;
            case Recovery.CleanDue _ -> 3;
            case Recovery.Watching _ -> 4;
            case Recovery.Passed _ -> 5;
            case Recovery.Idle _ -> 6;
            case Recovery.Halting _ -> 7;
            case Recovery.Halted _ -> 8;
            case Recovery.Ending _ -> 9;
        };
    }

    /** A child whose start is under way has not been started yet. */
    private static long started(PipelineState state) {
        long running =
                state.slots().inFlight().running().exists(SpawnChild.class::isInstance) ? 1 : 0;
        return -running
                + state.currentStep()
                        .toVector()
                        .flatMap(
                                step ->
                                        step instanceof Step.Children(var list, _, _, _, _, _)
                                                ? state.items().list(list)
                                                : Vector.<Item>empty())
                        .count(item -> !(item.status() instanceof Item.Todo));
    }

    private static long slots(PipelineState state) {
        long retry =
                switch (state.slots().retry()) {
                    case Retry.Waiting _ -> 0;
                    case Retry.Due _ -> 1;
                    case Retry.Running _ -> 2;
                    case Retry.Idle _ -> 3;
                };
        long continuation =
                switch (state.slots().continuation()) {
                    case Continuation.MoreDue _, Continuation.RedoDue _, Continuation.AnswerDue _ ->
                            0;
                    case Continuation.Running _ -> 1;
                    case Continuation.Idle _ -> 2;
                };
        long asked = state.agents().questions().open().nonEmpty() ? 1 : 0;
        long hold = state.slots().gate() instanceof GateSlot.Open ? 2 : asked;
        return retry * 9 + continuation * 3 + hold;
    }

    /** Whether a run on its way out has heard of what was under way; that may move nothing else. */
    private static long free(PipelineState state) {
        return state.slots().inFlight().running().forAll(SaveWork.class::isInstance) ? 1 : 0;
    }

    /** Whether what the next step relies on has been checked. */
    private static long proven(PipelineState state) {
        return state.currentStep()
                        .exists(
                                step ->
                                        step instanceof Step.Git(_, _, var check)
                                                && check.exists(state.ledger()::isProven))
                ? 1
                : 0;
    }
}
