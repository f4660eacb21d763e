package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Spent.Tally;
import dev.foldline.core.workflow.Entry;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Turns;
import io.vavr.control.Option;

/**
 * The cursor's algebra: every way in which a position becomes another. What goes back by itself is sent
 * back by {@link Remedies} only, which spends; what somebody asked for costs nothing.
 */
final class Moves {
    private Moves() {}

    /** The step is done: on to the next, or to the phase's end. */
    static PipelineState stepDone(PipelineState state) {
        var next = state.at().at(state.at().step() + 1);
        return next.step() < stepCount(state) ? state.with(new Cursor.Working(next)) : phaseDone(state);
    }

    /** The phase's work is done: its gate remains, if it has one; else it is left. */
    static PipelineState phaseDone(PipelineState state) {
        return state.phase().exists(phase -> phase.gate().isDefined())
                ? state.with(new Cursor.Working(state.at().at(stepCount(state)))) : leave(state);
    }

    /** On to what comes after the phase. */
    static PipelineState leave(PipelineState state) {
        var at = state.at();
        return arrive(itemDone(state), at.stage(), at.turn(), at.phase() + 1);
    }

    /** To a phase of the same turn, whoever else may come into it. */
    static PipelineState sendTo(PipelineState state, String phase) {
        var at = state.at();
        var index = state.stage().map(stage -> stage.indexOf(phase)).getOrElse(-1);
        return index < 0 ? leave(state) : before(state, new Position(at.stage(), at.turn(), index, 0));
    }

    /** Before the first phase, at this place or after it, that its turn enters. A turn that has begun is finished, its item done or not. */
    static PipelineState arrive(PipelineState state, int stage, int turn, int phase) {
        var stages = state.workflow().stages();
        for (int s = stage, t = turn, p = phase; s < stages.size(); s++, t = 0, p = 0) {
            for (int open = p > 0 ? t : openTurn(state, s, t); open < turns(state, s); open = openTurn(state, s, open + 1), p = 0) {
                var found = firstEntered(state, stages.get(s), open, open == t ? p : 0);
                if (found >= 0) return before(state, new Position(s, open, found, 0));
            }
        }
        return before(state, new Position(stages.size(), 0, 0, 0));
    }

    /** Before a phase; what an earlier one left to retry or to continue is over. */
    static PipelineState before(PipelineState state, Position at) {
        return pausedIfAsked(state.with(new Cursor.Arrived(at)).with(Retry.IDLE).with(Continuation.IDLE));
    }

    /** A person wanted it to pause before this phase; it was asked for once. */
    static PipelineState pausedIfAsked(PipelineState state) {
        var here = state.cursor() instanceof Cursor.Arrived && state.life() instanceof Life.Running
                && state.phase().exists(phase -> state.header().until().contains(phase.id()));
        return here ? state.with(state.header().withUntil(Option.none())).with(new Life.Paused(Life.Urgency.WHEN_DONE)) : state;
    }

    /** Into the phase: a new execution with whole patience, whole chains and new conversations. */
    static PipelineState enter(PipelineState state) {
        return begun(state).with(new Cursor.Working(state.at().at(0)))
                .with(state.agents().anew())
                .with(state.spent().withTally(Tally.FRESH));
    }

    /** Back to the phase's first step: a new execution on what is left of its patience. */
    static PipelineState restartPhase(PipelineState state) {
        return begun(state).with(new Cursor.Working(state.at().at(0)));
    }

    /** Back to the beginning of the current segment. */
    static PipelineState restartSegment(PipelineState state) {
        return state.phase().map(phase -> backTo(state, phase.segmentStart(state.at().step()))).getOrElse(state);
    }

    static PipelineState backTo(PipelineState state, int step) {
        return state.cursor() instanceof Cursor.Working(var at) ? state.with(new Cursor.Working(at.at(step))) : state;
    }

    /** The files of the segment are gone: its own cleaning need not be done again. */
    static PipelineState cleaned(PipelineState state) {
        return state.currentStep().exists(step -> step instanceof Step.Clean) ? stepDone(state) : state;
    }

    /** The number of turns a stage has now. */
    static int turns(PipelineState state, int stage) {
        return switch (state.workflow().stages().get(stage).turns()) {
            case Turns.Times(var count)      -> count;
            case Turns.EachItem(var list, _) -> state.items().list(list).size();
        };
    }

    /** The first turn, from here on, whose item is not done. */
    static int openTurn(PipelineState state, int stage, int from) {
        return switch (state.workflow().stages().get(stage).turns()) {
            case Turns.Times _ -> from;
            case Turns.EachItem(var list, _) -> {
                var open = state.items().list(list).indexWhere(item -> !(item.status() instanceof Item.Done), from);
                yield open < 0 ? state.items().list(list).size() : open;
            }
        };
    }

    private static PipelineState begun(PipelineState state) {
        Ledger ledger = state.ledger();
        var executions = ledger.executions().put(state.phaseKey(), state.revision() + 1);
        return state.with(ledger.withExecutions(executions));
    }

    private static int firstEntered(PipelineState state, Stage stage, int turn, int from) {
        return stage.phases().indexWhere(phase -> isEntered(state, stage, phase, turn), from);
    }

    private static boolean isEntered(PipelineState state, Stage stage, Phase phase, int turn) {
        return switch (phase.entry()) {
            case Entry.Always _   -> true;
            case Entry.WhenSent _ -> false;
            case Entry.WhenTagged(var all, var none) -> stage.turns() instanceof Turns.EachItem(var list, _)
                    && state.items().list(list).drop(turn).headOption().exists(item ->
                            all.forAll(item.tags()::contains) && !none.exists(item.tags()::contains));
        };
    }

    private static PipelineState itemDone(PipelineState state) {
        return state.stage().filter(stage -> stage.turns() instanceof Turns.EachItem(_, var doneAfter)
                        && state.phase().exists(phase -> phase.id().equals(doneAfter)))
                .map(stage -> stage.turns() instanceof Turns.EachItem(var list, _)
                        ? state.with(state.items().with(list, state.at().turn(), Item.DONE)) : state)
                .getOrElse(state);
    }

    private static int stepCount(PipelineState state) {
        return state.phase().map(phase -> phase.steps().size()).getOrElse(0);
    }
}
