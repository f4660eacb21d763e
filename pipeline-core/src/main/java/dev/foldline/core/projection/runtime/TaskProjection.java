package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Task;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.Function;

/** Derives the status of a task and its terminals from the states of its run and its parent. */
public final class TaskProjection {
    private TaskProjection() {}

    /**
     * Returns the report of a task's own run. The run sends it to its parent whenever it has
     * changed.
     */
    public static TaskReport report(PipelineState child) {
        var known = each(Task.terminals(child.workflow()), id -> terminal(id, child));
        return new TaskReport(
                task(child),
                ErrorTerminal.of(child)
                        .map(error -> known.put(ErrorTerminal.ROLE, error.status()))
                        .getOrElse(known),
                WorkflowStatus.trouble(child),
                child.usage().meter().tokens().total(),
                child.ledger().instruction());
    }

    /**
     * Combines what the parent and the task's run know.
     *
     * @param item the task in its parent's list
     * @param turns the task's terminals known to the parent, each with whether its model is
     *     resolved
     * @param reported the report of the latest run that works on the task, if there is one
     */
    public static TaskReport report(
            Item item,
            Map<String, Item.Status> turns,
            WorkflowStatus workflow,
            Option<TaskReport> reported) {
        var task = task(item, workflow, reported);
        var known = reported.map(TaskReport::terminals).getOrElse(LinkedHashMap.empty());
        return new TaskReport(
                task,
                each(
                        Vector.ofAll(turns.keySet()).appendAll(known.keySet()).distinct(),
                        id -> terminal(workflow, task, turns.get(id), known.get(id))),
                reported.flatMap(TaskReport::why).filter(_ -> task == TaskStatus.FAILED),
                reported.map(TaskReport::tokens).getOrElse(0L),
                reported.flatMap(TaskReport::instruction));
    }

    private static Map<String, TerminalStatus> each(
            Vector<String> terminals, Function<String, TerminalStatus> status) {
        return LinkedHashMap.ofEntries(terminals.map(id -> Tuple.of(id, status.apply(id))));
    }

    /** Returns the status reported by the task's own run. */
    private static TaskStatus task(PipelineState child) {
        return switch (child.lifecycle()) {
            case Lifecycle.Ended(Outcome.Completed _) -> TaskStatus.COMPLETED;
            case Lifecycle.Ended(Outcome.Aborted _) -> TaskStatus.CANCELLED;
            case Lifecycle.Ended _ -> TaskStatus.FAILED;
            case Lifecycle.Paused _, Lifecycle.Running _ ->
                    WorkflowStatus.trouble(child).isDefined()
                            ? TaskStatus.FAILED
                            : isPaused(child) ? TaskStatus.PENDING : TaskStatus.RUNNING;
        };
    }

    /**
     * Returns whether the run is paused with no effect in progress. An effect in progress may
     * finish after the pause.
     */
    private static boolean isPaused(PipelineState child) {
        return child.lifecycle() instanceof Lifecycle.Paused && child.isFree();
    }

    /**
     * The parent's record outranks the report of the run. If the parent is cancelled, all
     * incomplete tasks are.
     */
    private static TaskStatus task(Item item, WorkflowStatus workflow, Option<TaskReport> report) {
        var reported = report.map(TaskReport::task);
        return switch (item.status()) {
            case Item.Done _ -> TaskStatus.COMPLETED;
            case Item.Running _ when reported.contains(TaskStatus.COMPLETED) ->
                    TaskStatus.COMPLETED;
            case Item.Todo _, Item.Failed _, Item.Running _
                    when workflow == WorkflowStatus.CANCELLED ->
                    TaskStatus.CANCELLED;
            case Item.Todo _ -> TaskStatus.PENDING;
            case Item.Failed _ ->
                    reported.contains(TaskStatus.CANCELLED)
                            ? TaskStatus.CANCELLED
                            : TaskStatus.FAILED;
            case Item.Running _ -> reported.getOrElse(TaskStatus.RUNNING);
        };
    }

    /** Returns the status reported by the run of the terminal's task. */
    private static TerminalStatus terminal(String terminal, PipelineState child) {
        int stage = child.workflow().indexOf(terminal);
        var review = child.ledger().review(terminal);
        if (stage < child.at().stage())
            return review.contains(WorkObserved.REVIEW_PASS)
                    ? TerminalStatus.REVIEW_PASSED
                    : TerminalStatus.COMPLETED;
        if (task(child) == TaskStatus.CANCELLED) return TerminalStatus.CANCELLED;
        if (stage > child.at().stage()) return TerminalStatus.WAITING;
        if (WorkflowStatus.trouble(child).isDefined()) return TerminalStatus.FAILED;
        if (isCalled(child) && !isPaused(child)) return TerminalStatus.WORKING;
        return review.contains(WorkObserved.REVIEW_REJECT)
                ? TerminalStatus.REVIEW_REJECTED
                : TerminalStatus.WAITING;
    }

    /**
     * Before each call a terminal waits for its turn. After the call its work is inspected and
     * stored.
     */
    private static boolean isCalled(PipelineState child) {
        return child.phase()
                .filter(Phase::observes)
                .exists(
                        phase ->
                                child.slots()
                                                .inFlight()
                                                .running()
                                                .exists(InvokeAgent.class::isInstance)
                                        || child.at().step()
                                                > phase.steps()
                                                        .indexWhere(Step.Agent.class::isInstance));
    }

    /**
     * @param workflow status of the workflow: its terminals wait as soon as it runs
     * @param task status of the task: if it is cancelled, incomplete terminals are cancelled
     * @param turn whether the terminal's model is resolved; before that the terminal has not
     *     started
     * @param reported the status reported by the run of its task, if there is one
     */
    private static TerminalStatus terminal(
            WorkflowStatus workflow,
            TaskStatus task,
            Option<Item.Status> turn,
            Option<TerminalStatus> reported) {
        return switch (task) {
            case COMPLETED ->
                    reported.filter(TerminalStatus::isFinal).getOrElse(TerminalStatus.COMPLETED);
            case CANCELLED ->
                    reported.filter(TerminalStatus::isFinal).getOrElse(TerminalStatus.CANCELLED);
            case PENDING, RUNNING, FAILED ->
                    reported.getOrElse(
                            workflow == WorkflowStatus.CREATED
                                            || workflow == WorkflowStatus.READY
                                            || workflow == WorkflowStatus.QUEUED
                                            || turn.exists(each -> !(each instanceof Item.Done))
                                    ? TerminalStatus.NOT_STARTED
                                    : TerminalStatus.WAITING);
        };
    }
}
