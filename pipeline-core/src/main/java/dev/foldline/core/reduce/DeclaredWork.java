package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/**
 * Completes the call of a terminal whose work was declared done. The declaration is kept until no
 * effect is in progress; what follows the call, such as reading its commits, is done as usual.
 */
final class DeclaredWork {
    private DeclaredWork() {}

    /** Completes the call as soon as nothing is in progress. */
    static Consequence settled(PipelineState state) {
        if (state.ledger().declaredDone().isEmpty() || !state.isFree()) return new Stay(state);
        if (!state.isDeclaredDone()) return new Stay(forgotten(state));
        return switch (state.slots().recovery()) {
            case Recovery.Idle _, Recovery.Watching _ ->
                    state.cursor() instanceof Cursor.Working
                            ? state.phase()
                                    .map(phase -> past(state, phase))
                                    .getOrElse(() -> new Stay(state))
                            : new Stay(state);
            // Its call failed in a way that only the user, the fixer or the end answers.
            case Recovery.FixDue _,
                    Recovery.FixPrompted _,
                    Recovery.CleanDue _,
                    Recovery.Passed _,
                    Recovery.Halting _,
                    Recovery.Halted _,
                    Recovery.Ending _ ->
                    new Stay(forgotten(state));
        };
    }

    private static Consequence past(PipelineState state, Phase phase) {
        int call = phase.steps().indexWhere(Step.Agent.class::isInstance);
        var done = forgotten(state);
        return state.at().step() > call
                ? new Stay(done)
                : new Move(
                        done.withRetry(Retry.IDLE)
                                .withContinuation(Continuation.IDLE)
                                .withUsage(
                                        done.usage().withTally(done.usage().tally().sameAgent(0)))
                                .withCursor(new Cursor.Working(state.at().at(call))),
                        Place.NEXT_STEP);
    }

    private static PipelineState forgotten(PipelineState state) {
        return state.withLedger(state.ledger().withDeclaredDone(Option.none()));
    }
}
