package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.InitialState.Standing;
import dev.foldline.core.event.InitialState.Trouble;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Ledger.Repository;
import dev.foldline.core.state.Position;
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
     * position becomes the start of the workflow.
     */
    static PipelineState up(PipelineState fresh, Standing standing) {
        var ledger =
                fresh.ledger()
                        .withHandedIn(standing.handedIn().mapValues(Vector::of))
                        .withExecutions(standing.executions())
                        .withRepository(
                                new Repository(
                                        standing.branch(),
                                        Option.none(),
                                        standing.head(),
                                        Option.none(),
                                        standing.kept(),
                                        Option.none(),
                                        Option.none()));
        var known =
                fresh.with(new Items(standing.items(), Vector.empty(), standing.verified()))
                        .with(ledger)
                        .with(fresh.spent().withBacks(standing.backs()));
        return troubled(
                isAPlace(known, standing.at())
                        ? CursorMoves.enter(known.with(new Cursor.Arrived(standing.at())))
                                .with(new Cursor.Working(standing.at()))
                        : known,
                standing.trouble());
    }

    private static boolean isAPlace(PipelineState state, Position at) {
        return at.stage() >= 0
                && at.turn() >= 0
                && at.phase() >= 0
                && at.step() >= 0
                && at.stage() < state.workflow().stages().size()
                && at.turn() < CursorMoves.turns(state, at.stage())
                && state.with(new Cursor.Arrived(at))
                        .phase()
                        .exists(phase -> at.step() < phase.steps().size());
    }

    private static PipelineState troubled(PipelineState state, Trouble trouble) {
        return switch (trouble) {
            case Trouble.Nothing _ -> state;
            case Trouble.Failing(var failures, var fault) ->
                    state.with(
                                    new Retry.Underway(
                                            new Setback(
                                                    Retry.Kind.INSTRUCT_AGAIN, failures, fault)))
                            .with(state.spent().withTally(state.spent().tally().failures(failures)))
                            .with(state.ledger().withLastFault(Option.of(fault)));
            case Trouble.Halted(var fault) ->
                    state.with(new Recovery.Halted(new Failure(state.at(), fault, 1)))
                            .with(state.ledger().withLastFault(Option.of(fault)));
        };
    }
}
