package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tdd;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;

/**
 * How a run of {@code tdd} stands, in one word, read off the state. What a call means is decided by it; where the run then goes is not:
 * that is the workflow's.
 */
public enum TddStatus {
    INITIALIZING, CREATING_BRANCH, EXECUTING_TDD, DEBUGGING, REPLANNING, CODE_REVIEW, AWAITING_FINALIZATION, FINALIZE_COMPLETE, PLAN_UPDATED,
    MERGING_BRANCH, HALTED;

    /** The phases that have a status of their own; in all others steps are worked on. */
    private static final Map<String, TddStatus> IN_PHASE = HashMap.of(Tdd.INITIALIZE, INITIALIZING, Tdd.BRANCH, CREATING_BRANCH, Tdd.REPLAN, REPLANNING,
            Tdd.REVIEW, CODE_REVIEW, Tdd.FINALIZE, AWAITING_FINALIZATION, Tdd.UPDATE_PLAN, FINALIZE_COMPLETE, Tdd.MERGE, MERGING_BRANCH);

    /** A run that has ended leaves nothing behind but the beginning of the next. */
    public static TddStatus of(PipelineState state) {
        if (state.life() instanceof Life.Ended || state.isAtEnd()) return INITIALIZING;
        if (state.slots().recovery() instanceof Recovery.Halting || state.slots().recovery() instanceof Recovery.Halted) return HALTED;
        return state.phase().flatMap(phase -> IN_PHASE.get(phase.id())).map(status -> within(state, status))
                .getOrElse(() -> state.isInstructedAgain() ? DEBUGGING : EXECUTING_TDD);
    }

    /** What has begun in the phase of a status, and what has not. */
    private static TddStatus within(PipelineState state, TddStatus status) {
        return switch (status) {
            case REPLANNING     -> isBehind(state, 0) ? status : DEBUGGING;
            case CODE_REVIEW    -> hasBegun(state) || hasBeenReviewed(state) ? status : EXECUTING_TDD;
            case MERGING_BRANCH -> hasBegun(state) ? status : PLAN_UPDATED;
            case INITIALIZING, CREATING_BRANCH, EXECUTING_TDD, DEBUGGING, AWAITING_FINALIZATION, FINALIZE_COMPLETE, PLAN_UPDATED, HALTED -> status;
        };
    }

    /** Whether the phase's work is under way: nobody has to ask for it any more. */
    private static boolean hasBegun(PipelineState state) {
        return state.cursor() instanceof Cursor.Working(var at) && (at.step() > 0 || state.currentStep().exists(step -> !(step instanceof Step.External)));
    }

    /** Whether this step of the phase lies behind. */
    private static boolean isBehind(PipelineState state, int step) {
        return state.cursor() instanceof Cursor.Working(var at) && at.step() > step;
    }

    /** Whether an earlier review has found something: then what follows the last of its tasks is another review. */
    private static boolean hasBeenReviewed(PipelineState state) {
        int begun = state.revision();
        return state.cursor() instanceof Cursor.Arrived ? begun > 0 : begun > 1;
    }
}
