package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Step;
import io.vavr.control.Option;
import java.util.Locale;

/** How a terminal stands, in one word. */
public enum TerminalStatus {
    NOT_STARTED, WAITING, WORKING, COMPLETED, REVIEW_PASSED, REVIEW_REJECTED, FAILED, CANCELLED;

    public String word() { return name().toLowerCase(Locale.ROOT); }

    /** Whether it stays so, whatever becomes of the others, unless somebody sends work back that was done. */
    public boolean isFinal() {
        return switch (this) {
            case COMPLETED, REVIEW_PASSED, CANCELLED -> true;
            case NOT_STARTED, WAITING, WORKING, REVIEW_REJECTED, FAILED -> false;
        };
    }

    /** As the run of its task says it. */
    static TerminalStatus of(String terminal, PipelineState child) {
        int stage = child.workflow().indexOf(terminal);
        var review = child.ledger().review(terminal);
        if (stage < child.at().stage()) return review.contains(WorkObserved.REVIEW_PASS) ? REVIEW_PASSED : COMPLETED;
        if (TaskStatus.of(child) == TaskStatus.CANCELLED) return CANCELLED;
        if (stage > child.at().stage()) return WAITING;
        if (WorkflowStatus.trouble(child).isDefined()) return FAILED;
        if (isCalled(child)) return WORKING;
        return review.contains(WorkObserved.REVIEW_REJECT) ? REVIEW_REJECTED : WAITING;
    }

    /** Before its call it waits for its turn, also when it is called once more; afterwards what it did is looked at and kept. */
    private static boolean isCalled(PipelineState child) {
        return child.slots().inFlight().underway().exists(InvokeAgent.class::isInstance)
                || child.phase().exists(phase -> child.at().step() > phase.steps().indexWhere(Step.Agent.class::isInstance));
    }

    /**
     * @param workflow how the workflow stands: its terminals wait from the moment it runs
     * @param task how its task stands: with it, its terminals are given up that have not completed
     * @param turn whether what it will work with is looked up: before that it has not started
     * @param told what the run of its task says of it, if there is one
     */
    static TerminalStatus of(WorkflowStatus workflow, TaskStatus task, Option<Item.Status> turn, Option<TerminalStatus> told) {
        return switch (task) {
            case COMPLETED -> told.filter(TerminalStatus::isFinal).getOrElse(COMPLETED);
            case CANCELLED -> told.filter(TerminalStatus::isFinal).getOrElse(CANCELLED);
            case PENDING, RUNNING, FAILED -> told.getOrElse(
                    workflow == WorkflowStatus.CREATED || workflow == WorkflowStatus.READY || turn.exists(each -> !(each instanceof Item.Done)) ? NOT_STARTED : WAITING);
        };
    }
}
