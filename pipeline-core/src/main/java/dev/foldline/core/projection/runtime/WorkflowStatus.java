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

    /** As its own log tells it. */
    public static WorkflowStatus of(PipelineState workflow) {
        return of(workflow, workflow.items().reports(Tasks.TASKS).values().toVector());
    }

    /**
     * A conflict leaves a workflow merging; it has failed if anything else is to be mended, in it or in one of its tasks.
     *
     * @param tasks what the latest run of each task says that has one
     */
    public static WorkflowStatus of(PipelineState workflow, Vector<Report> tasks) {
        return switch (workflow.life()) {
            case Life.Ended(Outcome.Completed _) -> COMPLETED;
            case Life.Ended(Outcome.Failed _)    -> FAILED;
            case Life.Ended _                    -> CANCELLED;
            case Life.Paused _                   -> PAUSED;
            case Life.Running _                  -> alive(workflow, tasks);
        };
    }

    private static WorkflowStatus alive(PipelineState workflow, Vector<Report> tasks) {
        var stage = workflow.stage().map(Stage::id).getOrElse("");
        if (!wasStarted(workflow)) return wasCalledReady(workflow) ? READY : CREATED;
        if (stage.equals(Tasks.MERGING)) return MERGING;
        if (trouble(workflow).isDefined() || tasks.exists(task -> task.why().isDefined())) return FAILED;
        // What follows the merges belongs to them: nothing is worked on any more.
        return stage.equals(Tasks.FINISH) || workflow.isAtEnd() ? MERGING : RUNNING;
    }

    /** Whether it was called to its work, however it stands. */
    public static boolean wasStarted(PipelineState workflow) { return !workflow.stage().exists(stage -> stage.id().equals(Tasks.ADMISSION)); }

    /** Whether its definition is as it is to be, however it stands. */
    static boolean wasCalledReady(PipelineState workflow) { return wasStarted(workflow) || !calls(workflow).contains(Tasks.READY); }

    private static Option<String> calls(PipelineState workflow) {
        return workflow.currentStep().flatMap(step -> step instanceof Step.External external ? Option.of(external.instruction()) : Option.<String>none());
    }

    /** What has failed, until it is mended: by a person, or by the error terminal of a task. */
    static Option<String> trouble(PipelineState state) {
        return switch (state.slots().recovery()) {
            case Recovery.FixDue(var failure)         -> Option.of(failure.fault().message());
            case Recovery.FixPrompted(var failure, _) -> Option.of(failure.fault().message());
            case Recovery.Halting(var failure)        -> Option.of(failure.fault().message());
            case Recovery.Halted(var failure)         -> Option.of(failure.fault().message());
            case Recovery.Idle _, Recovery.CleanDue _, Recovery.Watching _, Recovery.Passed _, Recovery.Ending _ -> Option.none();
        };
    }
}
