package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.projection.RunState;
import dev.foldline.core.state.Instruction;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.function.Predicate;

/**
 * A short summary of a workflow of tasks, for programs that do not read logs.
 *
 * @param totalTokensUsed tokens used by the tasks, as far as they reported them, and by the
 *     workflow itself
 * @param errorCount number of failures that only the user could resolve
 * @param conversationHistory the latest instructions of the orchestrating model, oldest first
 * @param planningComplete whether the workflow was marked as ready
 * @param timestamp time of the event after which this summary holds
 */
public record Memo(
        String workflowId,
        RunState runState,
        long totalTokensUsed,
        long errorCount,
        boolean planningComplete,
        Vector<TaskState> taskStates,
        Vector<Exchange> conversationHistory,
        Instant timestamp) {
    private static final int EXCHANGES_MAX = 100;

    /** An instruction of the orchestrating model to a task. */
    public record Exchange(String taskId, Instruction instruction) {}

    /**
     * The progress of a task.
     *
     * @param currentTerminalIndex index from 0 of the next or current terminal; the number of
     *     terminals after the last one
     */
    public record TaskState(
            String taskId,
            int currentTerminalIndex,
            int totalTerminals,
            Vector<String> completedTerminals,
            Vector<String> failedTerminals,
            boolean isCompleted) {

        private static TaskState of(String id, TaskReport report) {
            // The error terminal is not part of the ordered list.
            var terminals = report.terminals().remove(ErrorTerminal.ROLE);
            var current = terminals.values().toVector().indexWhere(each -> !each.isFinal());
            return new TaskState(
                    id,
                    current < 0 ? terminals.size() : current,
                    terminals.size(),
                    with(terminals, each -> each.isFinal() && each != TerminalStatus.CANCELLED),
                    with(terminals, each -> each == TerminalStatus.FAILED),
                    report.task() == TaskStatus.COMPLETED);
        }

        private static Vector<String> with(
                Map<String, TerminalStatus> terminals, Predicate<TerminalStatus> status) {
            return terminals.filterValues(status).keySet().toVector();
        }
    }

    /** Returns the summary of a workflow that has just started. */
    public static Memo start(PipelineState state, Instant at) {
        return of(state, 0, exchanges(state), at);
    }

    /** Returns the summary after an event. */
    public Memo and(PipelineState before, Event event, PipelineState after, Instant at) {
        return of(
                after,
                errorCount
                        + Broadcast.between(Option.of(before), event, after)
                                .count(Broadcast.Error.class::isInstance),
                conversationHistory
                        .appendAll(exchanges(after).removeAll(exchanges(before)))
                        .takeRight(EXCHANGES_MAX),
                at);
    }

    private static Vector<Exchange> exchanges(PipelineState state) {
        return state.items()
                .children()
                .flatMap(
                        child ->
                                child.report()
                                        .flatMap(TaskReport::instruction)
                                        .map(each -> new Exchange(child.item(), each)));
    }

    private static Memo of(
            PipelineState state, long errors, Vector<Exchange> conversationHistory, Instant at) {
        var overview = WorkflowOverview.of(state);
        var reported =
                state.items()
                        .children()
                        .flatMap(Child::report)
                        .map(TaskReport::tokens)
                        .sum()
                        .longValue();
        return new Memo(
                state.header().run(),
                runState(state, overview),
                reported + state.usage().meter().tokens().total(),
                errors,
                WorkflowStatus.wasCalledReady(state),
                overview.tasks().toVector().map(task -> TaskState.of(task._1(), task._2())),
                conversationHistory,
                at);
    }

    /** A failed workflow is idle if nothing runs in it and no fix is due. */
    private static RunState runState(PipelineState state, WorkflowOverview overview) {
        return overview.workflow() == WorkflowStatus.FAILED
                        && overview.tasks().values().forAll(Memo::isAtRest)
                ? RunState.of(state).orIdle()
                : RunState.of(state);
    }

    private static boolean isAtRest(TaskReport task) {
        return task.task() != TaskStatus.RUNNING
                && !task.terminals().values().contains(TerminalStatus.WORKING)
                && !task.terminals().get(ErrorTerminal.ROLE).contains(TerminalStatus.WAITING);
    }

    /** Returns whether the other summary is equal except for its time. */
    public boolean saysAs(Memo other) {
        return equals(
                new Memo(
                        other.workflowId,
                        other.runState,
                        other.totalTokensUsed,
                        other.errorCount,
                        other.planningComplete,
                        other.taskStates,
                        other.conversationHistory,
                        timestamp));
    }
}
