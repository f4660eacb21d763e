package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.Locale;

/**
 * Status of a workflow of tasks. A status after the end is final; a failed workflow continues when
 * the user retries it.
 */
public enum WorkflowStatus {
    CREATED,
    READY,
    QUEUED,
    RUNNING,
    PAUSED,
    MERGING,
    COMPLETED,
    FAILED,
    CANCELLED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the status according to the workflow's own log. */
    public static WorkflowStatus of(PipelineState workflow) {
        return of(workflow, workflow.items().reports(Tasks.TASKS).values().toVector());
    }

    /**
     * A conflict leaves a workflow in merging. Any other unfixed failure, in the workflow or in a
     * task, makes it failed.
     *
     * @param tasks the reports of the latest run of each task that has one
     */
    public static WorkflowStatus of(PipelineState workflow, Vector<TaskReport> tasks) {
        return switch (workflow.lifecycle()) {
            case Lifecycle.Ended(Outcome.Completed _) -> COMPLETED;
            case Lifecycle.Ended(Outcome.Failed _) -> FAILED;
            case Lifecycle.Ended _ -> CANCELLED;
            case Lifecycle.Paused _ -> PAUSED;
            case Lifecycle.Running _ -> alive(workflow, tasks);
        };
    }

    private static WorkflowStatus alive(PipelineState workflow, Vector<TaskReport> tasks) {
        if (!wasStarted(workflow)) return wasCalledReady(workflow) ? READY : CREATED;
        if (queuedSince(workflow).isDefined()) return QUEUED;
        if (isIn(workflow, Tasks.MERGING)) return MERGING;
        if (trouble(workflow).isDefined() || tasks.exists(task -> task.why().isDefined()))
            return FAILED;
        // Stages after the merges belong to merging, because no task is worked on any more.
        return isIn(workflow, Tasks.FINISH) || workflow.isAtEnd() ? MERGING : RUNNING;
    }

    private static boolean isIn(PipelineState workflow, String stageId) {
        return workflow.stage().exists(stage -> stage.id().equals(stageId));
    }

    /** Returns the time at which the workflow was started, if it waits for its first driver. */
    public static Option<Instant> queuedSince(PipelineState workflow) {
        return workflow.ledger()
                .broughtLast(Tasks.QUEUED)
                .filter(_ -> workflow.header().epoch() == 0)
                .map(Instant::parse);
    }

    /** Returns whether the workflow was started, whatever its current status. */
    public static boolean wasStarted(PipelineState workflow) {
        return !isIn(workflow, Tasks.ADMISSION);
    }

    /** Returns whether the workflow was marked as ready, whatever its current status. */
    static boolean wasCalledReady(PipelineState workflow) {
        return wasStarted(workflow) || !calls(workflow).contains(Tasks.READY);
    }

    private static Option<String> calls(PipelineState workflow) {
        return workflow.currentStep()
                .flatMap(
                        step ->
                                step instanceof Step.WorkerRequest external
                                        ? Option.of(external.instruction())
                                        : Option.<String>none());
    }

    /** Returns the failure, until the user or a task's error terminal has fixed it. */
    static Option<String> trouble(PipelineState state) {
        return switch (state.slots().recovery()) {
            case Recovery.FixDue(var failure) -> Option.of(failure.fault().message());
            case Recovery.FixPrompted(var failure, _) -> Option.of(failure.fault().message());
            case Recovery.Halting(var failure) -> Option.of(failure.fault().message());
            case Recovery.Halted(var failure) -> Option.of(failure.fault().message());
            case Recovery.Idle _,
                    Recovery.CleanDue _,
                    Recovery.Watching _,
                    Recovery.Passed _,
                    Recovery.Ending _ ->
                    Option.none();
        };
    }
}
