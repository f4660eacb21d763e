package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

import java.util.Locale;

/** Status of a terminal. */
public enum TerminalStatus {
    NOT_STARTED,
    WAITING,
    WORKING,
    COMPLETED,
    REVIEW_PASSED,
    REVIEW_REJECTED,
    FAILED,
    CANCELLED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the status is final, unless completed work is sent back. */
    public boolean isFinal() {
        return switch (this) {
            case COMPLETED, REVIEW_PASSED, CANCELLED -> true;
            case NOT_STARTED, WAITING, WORKING, REVIEW_REJECTED, FAILED -> false;
        };
    }

    /** Returns the status reported by the run of its task. */
    static TerminalStatus of(String terminal, PipelineState child) {
        int stage = child.workflow().indexOf(terminal);
        var review = child.ledger().review(terminal);
        if (stage < child.at().stage())
            return review.contains(WorkObserved.REVIEW_PASS) ? REVIEW_PASSED : COMPLETED;
        if (TaskStatus.of(child) == TaskStatus.CANCELLED) return CANCELLED;
        if (stage > child.at().stage()) return WAITING;
        if (WorkflowStatus.trouble(child).isDefined()) return FAILED;
        if (isCalled(child) && !TaskStatus.isHeld(child)) return WORKING;
        return review.contains(WorkObserved.REVIEW_REJECT) ? REVIEW_REJECTED : WAITING;
    }

    /**
     * Before each call a terminal waits for its turn. After the call its work is inspected and
     * stored.
     */
    private static boolean isCalled(PipelineState child) {
        return child.slots().inFlight().running().exists(InvokeAgent.class::isInstance)
                || child.phase()
                        .exists(
                                phase ->
                                        child.at().step()
                                                > phase.steps()
                                                        .indexWhere(Step.Agent.class::isInstance));
    }

    /**
     * @param workflow status of the workflow: its terminals wait as soon as it runs
     * @param task status of the task: if it is cancelled, incomplete terminals are cancelled
     * @param turn whether the terminal's model is resolved; before that the terminal has not
     *     started
     * @param told the status reported by the run of its task, if there is one
     */
    static TerminalStatus of(
            WorkflowStatus workflow,
            TaskStatus task,
            Option<Item.Status> turn,
            Option<TerminalStatus> reported) {
        return switch (task) {
            case COMPLETED -> reported.filter(TerminalStatus::isFinal).getOrElse(COMPLETED);
            case CANCELLED -> reported.filter(TerminalStatus::isFinal).getOrElse(CANCELLED);
            case PENDING, RUNNING, FAILED ->
                    reported.getOrElse(
                            workflow == WorkflowStatus.CREATED
                                            || workflow == WorkflowStatus.READY
                                            || turn.exists(each -> !(each instanceof Item.Done))
                                    ? NOT_STARTED
                                    : WAITING);
        };
    }
}
