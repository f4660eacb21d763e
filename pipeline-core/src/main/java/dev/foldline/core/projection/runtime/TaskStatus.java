package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Outcome;
import io.vavr.control.Option;
import java.util.Locale;

/** How a task stands, in one word. */
public enum TaskStatus {
    PENDING, RUNNING, COMPLETED, FAILED, CANCELLED;

    public String word() { return name().toLowerCase(Locale.ROOT); }

    /** As the task's own run says it. */
    static TaskStatus of(PipelineState child) {
        return switch (child.life()) {
            case Life.Ended(Outcome.Completed _) -> COMPLETED;
            case Life.Ended(Outcome.Aborted _)   -> CANCELLED;
            case Life.Ended _                    -> FAILED;
            case Life.Paused _, Life.Running _   -> WorkflowStatus.trouble(child).isDefined() ? FAILED : RUNNING;
        };
    }

    /**
     * What its parent has heard counts before what its run says.
     *
     * @param item the task in its parent's list
     * @param workflow how the parent stands: with it, all is given up that has not completed
     * @param report of the run that works on it, or did last, if there is one
     */
    static TaskStatus of(Item item, WorkflowStatus workflow, Option<Report> report) {
        var told = report.map(Report::task);
        return switch (item.status()) {
            case Item.Done _ -> COMPLETED;
            case Item.Running _ when told.contains(COMPLETED) -> COMPLETED;
            case Item.Todo _, Item.Failed _, Item.Running _ when workflow == WorkflowStatus.CANCELLED -> CANCELLED;
            case Item.Todo _    -> PENDING;
            case Item.Failed _  -> told.contains(CANCELLED) ? CANCELLED : FAILED;
            case Item.Running _ -> told.getOrElse(RUNNING);
        };
    }
}
