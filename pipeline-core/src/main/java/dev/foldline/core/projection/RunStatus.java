package dev.foldline.core.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Vector;

/** Status of a run with approvals. */
public enum RunStatus {
    RUNNING("running"),
    WAITING_APPROVAL("waitingApproval"),
    INTERRUPTED("interrupted"),
    FAILED("failed"),
    COMPLETED("completed"),
    CANCELLED("cancelled");

    private final String word;

    RunStatus(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** An open gate outranks a pause, because the user can resolve it. */
    public static RunStatus of(PipelineState state) {
        return switch (state.lifecycle()) {
            case Lifecycle.Ended(Outcome.Completed _) -> COMPLETED;
            case Lifecycle.Ended(Outcome.Failed _) -> FAILED;
            case Lifecycle.Ended _ -> CANCELLED;
            case Lifecycle.Running _, Lifecycle.Paused _
                    when state.slots().gate() instanceof GateSlot.Open ->
                    WAITING_APPROVAL;
            case Lifecycle.Paused _ -> INTERRUPTED;
            case Lifecycle.Running _ -> hasFailed(state) ? FAILED : RUNNING;
        };
    }

    private static boolean hasFailed(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Halted
                || state.slots().recovery() instanceof Recovery.Halting;
    }

    /** Returns the error message for an approval that is not possible now. */
    public String notApprovable() {
        return "Agent run is not in an approvable state (status: " + word + ")";
    }

    /** Returns the error message for a rejection that is not possible now. */
    public String notRejectable() {
        return "Agent run is not in a rejectable state (status: " + word + ")";
    }

    /**
     * Returns the phases whose work is done, in order: those completed before the run started, all
     * phases before the cursor, and the cursor's own phase if only its gate remains. A phase that
     * was sent back is not included.
     */
    public static Vector<String> completedPhases(PipelineState state) {
        var stages = state.workflow().stages();
        return BuiltinWorkflows.completedBefore(state.workflow())
                .appendAll(
                        Vector.range(0, stages.size())
                                .flatMap(
                                        stage ->
                                                stages.get(stage)
                                                        .phases()
                                                        .filter(
                                                                phase ->
                                                                        isDone(
                                                                                state,
                                                                                stage,
                                                                                stages.get(stage),
                                                                                phase))
                                                        .map(Phase::id)))
                .distinct();
    }

    private static boolean isDone(PipelineState state, int stage, Stage in, Phase phase) {
        var at = state.at();
        int place = in.indexOf(phase.id());
        if (stage != at.stage()) return stage < at.stage();
        return place < at.phase()
                || place == at.phase()
                        && state.cursor() instanceof Cursor.Working
                        && at.step() >= phase.steps().size();
    }
}
