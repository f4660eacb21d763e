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

    /**
     * What the parent has heard counts before what its child says.
     *
     * @param item the task in its parent's list
     * @param workflow how the parent stands: with it, all is given up that has not completed
     * @param child its latest child run, if it has one
     */
    public static TaskStatus of(Item item, WorkflowStatus workflow, Option<PipelineState> child) {
        return switch (item.status()) {
            case Item.Done _ -> COMPLETED;
            case Item.Todo _, Item.Failed _, Item.Running _
                    when workflow == WorkflowStatus.CANCELLED || child.exists(TaskStatus::wasGivenUp) -> CANCELLED;
            case Item.Todo _    -> PENDING;
            case Item.Failed _  -> FAILED;
            case Item.Running _ -> child.exists(WorkflowStatus::hasHalted) ? FAILED : RUNNING;
        };
    }

    static boolean wasGivenUp(PipelineState child) { return child.life() instanceof Life.Ended(var outcome) && outcome instanceof Outcome.Aborted; }
}
