package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.reduce.Destination.PhaseOf;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.reduce.Destination.StepOf;
import dev.foldline.core.reduce.Destination.TurnOf;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/**
 * All transitions of the cursor. A move back after a failure is a {@link Consequence.Rewind}, which
 * is charged; a move that a user requested costs nothing.
 */
final class CursorMoves {
    private CursorMoves() {}

    static PipelineState move(PipelineState state, Destination to) {
        return switch (to) {
            case Place.CURSOR -> state;
            case Place.PAUSE_POINT -> pausedIfAsked(state);
            case Place.NEXT_STEP -> stepDone(state);
            case Place.PAST_CLEAN -> cleaned(state);
            case Place.PHASE_END -> phaseDone(state);
            case Place.NEXT_PHASE -> leave(state);
            case Place.INTO_PHASE -> enter(state);
            case Place.BEFORE_PHASE -> before(state, state.at().at(0));
            case Place.FIRST_STEP -> restartPhase(state);
            case Place.SEGMENT -> restartSegment(state);
            case StepOf(var step) -> backTo(state, step);
            case PhaseOf(var id) -> sendTo(state, id);
            case TurnOf(var stage, var turn) -> arrive(state, stage, turn, 0);
        };
    }

    /** Completes the step: on to the next one, or to the phase's end. */
    private static PipelineState stepDone(PipelineState state) {
        var next = state.at().at(state.at().step() + 1);
        var done = isEffectAgain(state.slots().retry()) ? state.withRetry(Retry.IDLE) : state;
        return next.step() < stepCount(done)
                ? done.withCursor(new Cursor.Working(next))
                : phaseDone(done);
    }

    /** Returns whether a retry ends with its effect because no agent is involved. */
    private static boolean isEffectAgain(Retry slot) {
        return slot instanceof Retry.Running(var setback)
                && setback.fault().kind().remedy() == Fault.Remedy.EFFECT_AGAIN;
    }

    /**
     * Completes the phase's work. If the phase has a gate, the gate remains; otherwise the cursor
     * leaves the phase.
     */
    private static PipelineState phaseDone(PipelineState state) {
        return state.phase().exists(phase -> phase.gate().isDefined())
                ? state.withCursor(new Cursor.Working(state.at().at(stepCount(state))))
                : leave(state);
    }

    /** Moves on to what follows the phase. */
    private static PipelineState leave(PipelineState state) {
        var at = state.at();
        int next = at.phase() + 1;
        return isPreceded(state, next)
                ? before(itemDone(state), new Position(at.stage(), at.turn(), next, 0))
                : arrive(itemDone(state), at.stage(), at.turn(), next);
    }

    private static boolean isPreceded(PipelineState state, int phase) {
        return state.stage()
                .flatMap(stage -> stage.phases().drop(phase).headOption())
                .exists(each -> each.entry() instanceof PhaseEntry.WhenPreceded);
    }

    /** Moves to a phase of the same turn, whatever its entry condition. */
    private static PipelineState sendTo(PipelineState state, String phase) {
        var at = state.at();
        var index = state.stage().map(stage -> stage.indexOf(phase)).getOrElse(-1);
        return index < 0
                ? leave(state)
                : before(state, new Position(at.stage(), at.turn(), index, 0));
    }

    /**
     * Moves before the first phase, at this position or after it, that its turn enters. A turn that
     * has started is finished, whether or not its item is done.
     */
    static PipelineState arrive(PipelineState state, int stage, int turn, int phase) {
        var stages = state.workflow().stages();
        for (int s = stage, t = turn, p = phase; s < stages.size(); s++, t = 0, p = 0) {
            for (int open = p > 0 ? t : openTurn(state, s, t);
                    open < turns(state, s);
                    open = openTurn(state, s, open + 1), p = 0) {
                var found = firstEntered(state, stages.get(s), open, open == t ? p : 0);
                if (found >= 0) return before(state, new Position(s, open, found, 0));
            }
        }
        return before(state, new Position(stages.size(), 0, 0, 0));
    }

    /** Moves before a phase and drops retries and continuations of an earlier one. */
    private static PipelineState before(PipelineState state, Position at) {
        return pausedIfAsked(
                moved(state, new Cursor.Arrived(at))
                        .withRetry(Retry.IDLE)
                        .withContinuation(Continuation.IDLE));
    }

    /** Pauses if the user asked for a pause before this phase. The request is used once. */
    private static PipelineState pausedIfAsked(PipelineState state) {
        var here =
                state.cursor() instanceof Cursor.Arrived
                        && state.lifecycle() instanceof Lifecycle.Running
                        && state.phase()
                                .exists(phase -> state.header().until().contains(phase.id()));
        return here
                ? state.withHeader(state.header().withUntil(Option.none()))
                        .withLifecycle(new Lifecycle.Paused(Lifecycle.Urgency.WHEN_DONE))
                : state;
    }

    /** Enters the phase; one without steps is left at once. */
    private static PipelineState enter(PipelineState state) {
        var entered = startPhase(state);
        return entered.phase().exists(phase -> phase.steps().isEmpty())
                ? phaseDone(entered)
                : entered;
    }

    /** Starts a new execution of the phase with fresh limits, chains and conversations. */
    static PipelineState startPhase(PipelineState state) {
        return enterPhase(state)
                .withCursor(new Cursor.Working(state.at().at(0)))
                .withAgents(state.agents().reset())
                .withUsage(state.usage().withTally(Tally.FRESH));
    }

    /** Returns to the phase's first step: a new execution with the remaining limits. */
    private static PipelineState restartPhase(PipelineState state) {
        return moved(enterPhase(state), new Cursor.Working(state.at().at(0)));
    }

    /** Returns to the start of the current segment. */
    private static PipelineState restartSegment(PipelineState state) {
        return state.phase()
                .map(phase -> backTo(state, phase.segmentStart(state.at().step())))
                .getOrElse(state);
    }

    private static PipelineState backTo(PipelineState state, int step) {
        return state.cursor() instanceof Cursor.Working(var at)
                ? moved(state, new Cursor.Working(at.at(step)))
                : state;
    }

    /** Discards labels that artifacts stated at the new position or after it. */
    private static PipelineState moved(PipelineState state, Cursor cursor) {
        var findings = state.ledger().findings().before(cursor.at());
        return state.withCursor(cursor).withLedger(state.ledger().withFindings(findings));
    }

    /** The files of the segment are removed, so its own clean step is skipped. */
    private static PipelineState cleaned(PipelineState state) {
        return state.currentStep().exists(step -> step instanceof Step.Clean)
                ? stepDone(state)
                : state;
    }

    /** Returns the current number of turns of a stage. */
    static int turns(PipelineState state, int stage) {
        return switch (state.workflow().stages().get(stage).turns()) {
            case LoopCondition.Times _, LoopCondition.Until _ ->
                    state.workflow().stages().get(stage).turns().countedMax();
            case LoopCondition.EachItem(var list, _) -> state.items().list(list).size();
        };
    }

    /**
     * Returns the number of turns that a completed stage ran; an artifact may have ended it early.
     */
    static int turnsRun(PipelineState state, int stage) {
        return state.workflow().stages().get(stage).turns()
                        instanceof LoopCondition.Until(var max, var artifact, var label)
                ? state.ledger()
                        .findings()
                        .stated(artifact, label, stage)
                        .map(turn -> Math.min(max, turn + 1))
                        .getOrElse(max)
                : turns(state, stage);
    }

    /**
     * Returns the first turn from here on that runs: one whose item is not done, and none after an
     * artifact ended the loop.
     */
    static int openTurn(PipelineState state, int stage, int from) {
        return switch (state.workflow().stages().get(stage).turns()) {
            case LoopCondition.Times _ -> from;
            case LoopCondition.Until(var max, var artifact, var label) ->
                    state.ledger().findings().stated(artifact, label, stage).contains(from - 1)
                            ? Math.max(from, max)
                            : from;
            case LoopCondition.EachItem(var list, _) -> {
                var open =
                        state.items()
                                .list(list)
                                .indexWhere(item -> !(item.status() instanceof Item.Done), from);
                yield open < 0 ? state.items().list(list).size() : open;
            }
        };
    }

    /** Returns whether the stage has no turn after the cursor's. */
    static boolean isLastTurn(PipelineState state) {
        return openTurn(state, state.at().stage(), state.at().turn() + 1)
                >= turns(state, state.at().stage());
    }

    private static PipelineState enterPhase(PipelineState state) {
        Ledger ledger = state.ledger();
        var executions = ledger.executions().put(state.phaseKey(), state.revision() + 1);
        return state.withLedger(ledger.withExecutions(executions));
    }

    private static int firstEntered(PipelineState state, Stage stage, int turn, int from) {
        return stage.phases().indexWhere(phase -> isEntered(state, stage, phase, turn), from);
    }

    private static boolean isEntered(PipelineState state, Stage stage, Phase phase, int turn) {
        return switch (phase.entry()) {
            case PhaseEntry.Always _ -> true;
            case PhaseEntry.WhenRouted _, PhaseEntry.WhenPreceded _ -> false;
            case PhaseEntry.WhenTagged(var all, var none) ->
                    stage.turns() instanceof LoopCondition.EachItem(var list, _)
                            && state.items()
                                    .list(list)
                                    .drop(turn)
                                    .headOption()
                                    .exists(
                                            item ->
                                                    all.forAll(item.tags()::contains)
                                                            && !none.exists(item.tags()::contains));
        };
    }

    private static PipelineState itemDone(PipelineState state) {
        return state.stage()
                .filter(
                        stage ->
                                stage.turns() instanceof LoopCondition.EachItem(_, var doneAfter)
                                        && state.phase()
                                                .exists(phase -> phase.id().equals(doneAfter)))
                .map(
                        stage ->
                                stage.turns() instanceof LoopCondition.EachItem(var list, _)
                                        ? state.withItems(
                                                state.items()
                                                        .with(list, state.at().turn(), Item.DONE)
                                                        .verified(
                                                                state.ledger().repository().tree()))
                                        : state)
                .getOrElse(state);
    }

    private static int stepCount(PipelineState state) {
        return state.phase().map(phase -> phase.steps().size()).getOrElse(0);
    }
}
