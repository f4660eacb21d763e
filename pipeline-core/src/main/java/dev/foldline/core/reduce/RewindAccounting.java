package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Rewind;
import dev.foldline.core.reduce.RunRemedy.Exhaustion;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Retry.Setback;

import io.vavr.control.Option;

/**
 * Charges for rewinds. Every {@link Rewind} increments {@code rewinds} here, so that their number
 * stays bounded.
 */
final class RewindAccounting {
    private RewindAccounting() {}

    /** Restarts without changes: a retry in progress keeps its reason and its count. */
    static Setback restart(PipelineState state, int number, Fault fault) {
        return state.slots().retry() instanceof Retry.Running(var before)
                ? before
                : new Setback(Kind.RESTART, number, fault);
    }

    /** Charges for one rewind and moves, or gives up when none are left. */
    static Consequence charge(Rewind rewind) {
        var before = rewind.state().usage();
        var charged = before.withRewinds(before.rewinds() + 1).withTally(rewind.tally().again());
        return charged.rewinds() - before.rewindsAtReset()
                        > rewind.state().policy().limits().rewindsMax()
                ? new Exhaustion(rewind.state().withUsage(charged), spent(rewind.fault()))
                : new Move(rewind.move().state().withUsage(charged), rewind.move().to());
    }

    private static Fault spent(Fault last) {
        return new Fault(
                Fault.Kind.SPENT,
                "all rewinds are used up; last: " + last.message(),
                Option.none(),
                last.output());
    }
}
