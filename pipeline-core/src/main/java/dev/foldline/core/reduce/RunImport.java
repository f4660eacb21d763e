package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.InitialState.Origin;
import dev.foldline.core.event.InitialState.Problem;
import dev.foldline.core.event.InitialState.Progress;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Ledger.Repository;
import dev.foldline.core.state.LocalContents;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Setback;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Starts a run in the middle of work that was started elsewhere. */
final class RunImport {
    private RunImport() {}

    /**
     * Returns the run as if it had done that work itself, in the middle of the phase. An unknown
     * position becomes the start of the workflow. A fork keeps the base of its origin.
     */
    static PipelineState up(PipelineState fresh, Progress standing, Option<Origin> origin) {
        var ledger =
                fresh.ledger()
                        .withSubmitted(standing.submitted().mapValues(Vector::of))
                        .withExecutions(standing.executions())
                        .withRepository(
                                new Repository(
                                        standing.branch(),
                                        origin.flatMap(Origin::base),
                                        standing.head(),
                                        Option.none(),
                                        standing.protectedPaths(),
                                        Option.none(),
                                        Option.none(),
                                        PullRequest.NONE,
                                        LocalContents.NONE));
        var known =
                fresh.withItems(new Items(standing.items(), Vector.empty(), standing.verified()))
                        .withLedger(ledger)
                        .withUsage(fresh.usage().withRouteUses(standing.routeUses()));
        return troubled(
                isAPlace(known, standing.at())
                        ? CursorMoves.startPhase(
                                        known.withCursor(new Cursor.Arrived(standing.at())))
                                .withCursor(new Cursor.Working(standing.at()))
                        : known,
                standing.problem());
    }

    private static boolean isAPlace(PipelineState state, Position at) {
        return at.stage() >= 0
                && at.turn() >= 0
                && at.phase() >= 0
                && at.step() >= 0
                && at.stage() < state.workflow().stages().size()
                && at.turn() < CursorMoves.turns(state, at.stage())
                && state.withCursor(new Cursor.Arrived(at))
                        .phase()
                        .exists(phase -> at.step() < phase.steps().size());
    }

    private static PipelineState troubled(PipelineState state, Problem trouble) {
        return switch (trouble) {
            case Problem.None _ -> state;
            case Problem.Failing(var failures, var fault) ->
                    state.withRetry(
                                    new Retry.Running(
                                            new Setback(
                                                    Retry.Kind.INSTRUCT_AGAIN, failures, fault)))
                            .withUsage(
                                    state.usage()
                                            .withTally(state.usage().tally().failures(failures)))
                            .withLastFault(fault);
            case Problem.Halted(var fault) ->
                    state.withRecovery(new Recovery.Halted(new Failure(state.at(), fault, 1)))
                            .withLastFault(fault);
        };
    }
}
