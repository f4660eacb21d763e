package dev.foldline.core.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Hold;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.builtin.Feature;
import io.vavr.collection.Vector;

/** How a run of approvals stands, in one word. */
public enum RunStatus {
    RUNNING("running"), WAITING_APPROVAL("waitingApproval"), INTERRUPTED("interrupted"), FAILED("failed"), COMPLETED("completed"),
    CANCELLED("cancelled");

    private final String word;

    RunStatus(String word) { this.word = word; }

    public String word() { return word; }

    /** An open gate outranks a pause: it is what a person can do something about. */
    public static RunStatus of(PipelineState state) {
        return switch (state.life()) {
            case Life.Ended(Outcome.Completed _) -> COMPLETED;
            case Life.Ended(Outcome.Failed _)    -> FAILED;
            case Life.Ended _                    -> CANCELLED;
            case Life.Running _, Life.Paused _ when state.slots().hold() instanceof Hold.Open -> WAITING_APPROVAL;
            case Life.Paused _                   -> INTERRUPTED;
            case Life.Running _                  -> hasFailed(state) ? FAILED : RUNNING;
        };
    }

    private static boolean hasFailed(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Halted || state.slots().recovery() instanceof Recovery.Halting;
    }

    /** Why nothing can be approved now. */
    public String notApprovable() { return "Agent run is not in an approvable state (status: " + word + ")"; }

    /** Why nothing can be rejected now. */
    public String notRejectable() { return "Agent run is not in a rejectable state (status: " + word + ")"; }

    /**
     * The phases whose work is done, in their order: those that were done before the run began, all before the cursor, and its
     * own while only its gate remains. A phase that was sent back is not among them.
     */
    public static Vector<String> completedPhases(PipelineState state) {
        var stages = state.workflow().stages();
        return Feature.leftOut(state.workflow()).appendAll(Vector.range(0, stages.size()).flatMap(stage -> stages.get(stage).phases()
                .filter(phase -> isDone(state, stage, stages.get(stage), phase)).map(Phase::id))).distinct();
    }

    private static boolean isDone(PipelineState state, int stage, Stage in, Phase phase) {
        var at = state.at();
        int place = in.indexOf(phase.id());
        if (stage != at.stage()) return stage < at.stage();
        return place < at.phase() || place == at.phase() && state.cursor() instanceof Cursor.Working && at.step() >= phase.steps().size();
    }
}
