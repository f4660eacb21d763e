package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import io.vavr.control.Option;
import java.util.Locale;

/** How a terminal stands, in one word. */
public enum TerminalStatus {
    NOT_STARTED, WAITING, WORKING, COMPLETED, FAILED, CANCELLED;

    public String word() { return name().toLowerCase(Locale.ROOT); }

    /** Whether it stays so, whatever becomes of the others. */
    public boolean isFinal() {
        return switch (this) {
            case COMPLETED, CANCELLED -> true;
            case NOT_STARTED, WAITING, WORKING, FAILED -> false;
        };
    }

    /** As the run of its task says it. */
    static TerminalStatus of(String terminal, PipelineState child) {
        int stage = child.workflow().indexOf(terminal);
        if (stage < child.at().stage()) return COMPLETED;
        if (TaskStatus.of(child) == TaskStatus.CANCELLED) return CANCELLED;
        if (stage > child.at().stage()) return WAITING;
        if (WorkflowStatus.halt(child).isDefined()) return FAILED;
        return child.cursor() instanceof Cursor.Arrived(var at) && at.phase() == 0 ? WAITING : WORKING;
    }

    /**
     * @param workflow how the workflow stands: its terminals wait from the moment it runs
     * @param task how its task stands: with it, its terminals are given up that have not completed
     * @param told what the run of its task says of it, if there is one
     */
    static TerminalStatus of(WorkflowStatus workflow, TaskStatus task, Option<TerminalStatus> told) {
        return switch (task) {
            case COMPLETED -> told.filter(TerminalStatus::isFinal).getOrElse(COMPLETED);
            case CANCELLED -> told.filter(TerminalStatus::isFinal).getOrElse(CANCELLED);
            case PENDING, RUNNING, FAILED -> told.getOrElse(
                    workflow == WorkflowStatus.CREATED || workflow == WorkflowStatus.READY ? NOT_STARTED : WAITING);
        };
    }
}
