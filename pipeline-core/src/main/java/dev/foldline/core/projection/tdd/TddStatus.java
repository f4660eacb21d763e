package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;

/**
 * Status of a {@code tdd} run, derived from its state. It determines how a call is interpreted. The
 * workflow determines what happens next.
 */
public enum TddStatus {
    INITIALIZING,
    CREATING_BRANCH,
    EXECUTING_TDD,
    DEBUGGING,
    REPLANNING,
    CODE_REVIEW,
    AWAITING_FINALIZATION,
    FINALIZE_COMPLETE,
    PLAN_UPDATED,
    MERGING_BRANCH,
    HALTED;

    /** The phases with a status of their own; in all other phases, steps are executed. */
    private static final Map<String, TddStatus> IN_PHASE =
            HashMap.of(
                    Tdd.INITIALIZE,
                    INITIALIZING,
                    Tdd.BRANCH,
                    CREATING_BRANCH,
                    Tdd.REPLAN,
                    REPLANNING,
                    Tdd.REVIEW,
                    CODE_REVIEW,
                    Tdd.FINALIZE,
                    AWAITING_FINALIZATION,
                    Tdd.UPDATE_PLAN,
                    FINALIZE_COMPLETE,
                    Tdd.MERGE,
                    MERGING_BRANCH);

    /** After its end, a run reports the initial status of the next one. */
    public static TddStatus of(PipelineState state) {
        if (state.lifecycle() instanceof Lifecycle.Ended || state.isAtEnd()) return INITIALIZING;
        if (state.slots().recovery() instanceof Recovery.Halting
                || state.slots().recovery() instanceof Recovery.Halted) return HALTED;
        if (isLastCheckpoint(state) && state.ledger().executions("judge/" + Tdd.REVIEW) > 0)
            return CODE_REVIEW;
        return state.phase()
                .flatMap(phase -> IN_PHASE.get(phase.id()))
                .map(status -> within(state, status))
                .getOrElse(() -> state.isInstructedAgain() ? DEBUGGING : EXECUTING_TDD);
    }

    /** Distinguishes whether the work of a phase has started. */
    private static TddStatus within(PipelineState state, TddStatus status) {
        return switch (status) {
            case REPLANNING -> isBehind(state, 0) ? status : DEBUGGING;
            case CODE_REVIEW ->
                    hasStarted(state) || hasBeenReviewed(state) ? status : EXECUTING_TDD;
            case MERGING_BRANCH -> hasStarted(state) ? status : PLAN_UPDATED;
            case INITIALIZING,
                    CREATING_BRANCH,
                    EXECUTING_TDD,
                    DEBUGGING,
                    AWAITING_FINALIZATION,
                    FINALIZE_COMPLETE,
                    PLAN_UPDATED,
                    HALTED ->
                    status;
        };
    }

    /** Returns whether a checkpoint is due after the last step, so that a review follows. */
    static boolean isLastCheckpoint(PipelineState state) {
        return state.phase().exists(phase -> phase.id().equals(Tdd.CHECKPOINT))
                && state.items().list(Tdd.STEPS).forAll(item -> item.status() instanceof Item.Done);
    }

    /** Returns whether the phase's work has started, so that no call needs to request it. */
    private static boolean hasStarted(PipelineState state) {
        return state.cursor() instanceof Cursor.Working(var at)
                && (at.step() > 0
                        || state.currentStep()
                                .exists(step -> !(step instanceof Step.WorkerRequest)));
    }

    /** Returns whether the cursor is past this step of the phase. */
    private static boolean isBehind(PipelineState state, int step) {
        return state.cursor() instanceof Cursor.Working(var at) && at.step() > step;
    }

    /**
     * Returns whether an earlier review has found something, so that another review follows the
     * last task.
     */
    private static boolean hasBeenReviewed(PipelineState state) {
        int started = state.revision();
        return state.cursor() instanceof Cursor.Arrived ? started > 0 : started > 1;
    }
}
