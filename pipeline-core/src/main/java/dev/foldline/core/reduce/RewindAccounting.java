package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.state.Usage.Tally;

import io.vavr.control.Option;

import java.util.function.UnaryOperator;

/**
 * Charges for rewinds. Every rewind goes through {@link #back}, which increments {@code rewinds},
 * so that their number stays bounded.
 */
final class RewindAccounting {
    private RewindAccounting() {}

    /** Restarts without changes: a retry in progress keeps its reason and its count. */
    static Setback restart(PipelineState state, int number, Fault fault) {
        return state.slots().retry() instanceof Retry.Running(var before)
                ? before
                : new Setback(Kind.RESTART, number, fault);
    }

    static PipelineState retry(PipelineState state, Setback setback, UnaryOperator<Tally> counted) {
        return back(
                state,
                setback.fault(),
                counted,
                spent -> CursorMoves.restartSegment(spent).withRetry(new Retry.Due(setback)));
    }

    /** Charges for one rewind and applies it, or gives up when none are left. */
    static PipelineState back(
            PipelineState state,
            Fault fault,
            UnaryOperator<Tally> counted,
            UnaryOperator<PipelineState> way) {
        var spent = state.usage();
        var paid =
                state.withUsage(
                        spent.withRewinds(spent.rewinds() + 1)
                                .withTally(counted.apply(spent.tally()).again()));
        return paid.usage().rewinds() - spent.rewindsAtReset()
                        > state.policy().limits().rewindsMax()
                ? RecoveryHandling.giveUp(
                        paid,
                        new Fault(
                                Fault.Kind.SPENT,
                                "all rewinds are used up; last: " + fault.message(),
                                Option.none(),
                                fault.output()))
                : way.apply(paid);
    }
}
