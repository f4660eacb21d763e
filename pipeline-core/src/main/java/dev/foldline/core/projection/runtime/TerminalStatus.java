package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import io.vavr.control.Option;
import java.util.Locale;

/** How a terminal stands, in one word. */
public enum TerminalStatus {
    NOT_STARTED, WAITING, WORKING, COMPLETED, FAILED, CANCELLED;

    public String word() { return name().toLowerCase(Locale.ROOT); }

    /**
     * @param workflow how the workflow stands: its terminals wait from the moment it runs, and with it all are given up that have not completed
     * @param child the run of the terminal's task, if it has one
     */
    public static TerminalStatus of(String terminal, WorkflowStatus workflow, Option<PipelineState> child) {
        return child.map(task -> of(terminal, workflow, task)).getOrElse(() -> switch (workflow) {
            case CREATED, READY -> NOT_STARTED;
            case CANCELLED      -> CANCELLED;
            case RUNNING, PAUSED, MERGING, COMPLETED, FAILED -> WAITING;
        });
    }

    private static TerminalStatus of(String terminal, WorkflowStatus workflow, PipelineState task) {
        int stage = task.workflow().indexOf(terminal);
        if (stage < task.at().stage()) return COMPLETED;
        if (workflow == WorkflowStatus.CANCELLED || TaskStatus.wasGivenUp(task)) return CANCELLED;
        if (stage > task.at().stage()) return WAITING;
        return WorkflowStatus.hasHalted(task) ? FAILED : task.cursor() instanceof Cursor.Working ? WORKING : WAITING;
    }
}
