package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tasks;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.Locale;

/** How a workflow of tasks stands, in one word. What has ended stays so; what has failed goes on when a person says so. */
public enum WorkflowStatus {
    CREATED, READY, RUNNING, PAUSED, MERGING, COMPLETED, FAILED, CANCELLED;

    public String word() { return name().toLowerCase(Locale.ROOT); }

    /**
     * A conflict leaves a workflow merging; it has failed if anything else waits for a person, in it or in one of its tasks.
     *
     * @param tasks the latest child run of each task that has one
     */
    public static WorkflowStatus of(PipelineState workflow, Vector<PipelineState> tasks) {
        return switch (workflow.life()) {
            case Life.Ended(Outcome.Completed _) -> COMPLETED;
            case Life.Ended(Outcome.Failed _)    -> FAILED;
            case Life.Ended _                    -> CANCELLED;
            case Life.Paused _                   -> PAUSED;
            case Life.Running _                  -> alive(workflow, tasks);
        };
    }

    private static WorkflowStatus alive(PipelineState workflow, Vector<PipelineState> tasks) {
        var stage = workflow.stage().map(Stage::id).getOrElse("");
        if (stage.equals(Tasks.ADMISSION)) return calls(workflow).contains(Tasks.READY) ? CREATED : READY;
        if (stage.equals(Tasks.MERGING)) return MERGING;
        return hasHalted(workflow) || tasks.exists(WorkflowStatus::hasHalted) ? FAILED : RUNNING;
    }

    private static Option<String> calls(PipelineState workflow) {
        return workflow.currentStep().flatMap(step -> step instanceof Step.External external ? Option.of(external.instruction()) : Option.<String>none());
    }

    /** Whether only a person can bring it on. */
    static boolean hasHalted(PipelineState state) {
        return !(state.life() instanceof Life.Ended)
                && (state.slots().recovery() instanceof Recovery.Halted || state.slots().recovery() instanceof Recovery.Halting);
    }
}
