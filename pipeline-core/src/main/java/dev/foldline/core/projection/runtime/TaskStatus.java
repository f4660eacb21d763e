package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;

import io.vavr.control.Option;

import java.util.Locale;

/** Status of a task. */
public enum TaskStatus {
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the status reported by the task's own run. */
    static TaskStatus of(PipelineState child) {
        return switch (child.lifecycle()) {
            case Lifecycle.Ended(Outcome.Completed _) -> COMPLETED;
            case Lifecycle.Ended(Outcome.Aborted _) -> CANCELLED;
            case Lifecycle.Ended _ -> FAILED;
            case Lifecycle.Paused _, Lifecycle.Running _ ->
                    WorkflowStatus.trouble(child).isDefined()
                            ? FAILED
                            : isHeld(child) ? PENDING : RUNNING;
        };
    }

    /**
     * Returns whether the run is paused with no effect in progress. An effect in progress may
     * finish after the pause.
     */
    static boolean isHeld(PipelineState child) {
        return child.lifecycle() instanceof Lifecycle.Paused && child.isFree();
    }

    /**
     * The parent's record outranks the report of the run.
     *
     * @param item the task in its parent's list
     * @param workflow status of the parent: if it is cancelled, all incomplete tasks are cancelled
     * @param report the report of the latest run that works on the task, if there is one
     */
    static TaskStatus of(Item item, WorkflowStatus workflow, Option<TaskReport> report) {
        var reported = report.map(TaskReport::task);
        return switch (item.status()) {
            case Item.Done _ -> COMPLETED;
            case Item.Running _ when reported.contains(COMPLETED) -> COMPLETED;
            case Item.Todo _, Item.Failed _, Item.Running _
                    when workflow == WorkflowStatus.CANCELLED ->
                    CANCELLED;
            case Item.Todo _ -> PENDING;
            case Item.Failed _ -> reported.contains(CANCELLED) ? CANCELLED : FAILED;
            case Item.Running _ -> reported.getOrElse(RUNNING);
        };
    }
}
