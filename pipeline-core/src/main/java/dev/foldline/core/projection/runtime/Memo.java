package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Items.Child;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.function.Predicate;

/**
 * How far a workflow of tasks has come, in a few numbers, for programs that do not read logs.
 *
 * @param totalTokensUsed by its tasks, as far as they have told, and by itself
 * @param errorCount how often something has failed that only a person could bring on
 * @param planningComplete whether its definition is as it is to be: it was called ready
 * @param timestamp of the event after which this is so
 */
public record Memo(String workflowId, RunState runState, long totalTokensUsed, long errorCount, boolean planningComplete,
        Vector<TaskState> taskStates, Instant timestamp) {

    /**
     * How far a task has come.
     *
     * @param currentTerminalIndex of the terminal that is next or at work, from 0; as many as there are behind the last
     */
    public record TaskState(String taskId, int currentTerminalIndex, int totalTerminals, Vector<String> completedTerminals,
            Vector<String> failedTerminals, boolean isCompleted) {

        private static TaskState of(String id, Report report) {
            // The one that mends is none of those that work in their order.
            var terminals = report.terminals().remove(ErrorTerminal.ROLE);
            var current = terminals.values().toVector().indexWhere(each -> !each.isFinal());
            return new TaskState(id, current < 0 ? terminals.size() : current, terminals.size(), with(terminals, each -> each.isFinal() && each != TerminalStatus.CANCELLED),
                    with(terminals, each -> each == TerminalStatus.FAILED), report.task() == TaskStatus.COMPLETED);
        }

        private static Vector<String> with(Map<String, TerminalStatus> terminals, Predicate<TerminalStatus> status) {
            return terminals.filterValues(status).keySet().toVector();
        }
    }

    /** Of a workflow that has just begun. */
    public static Memo begun(PipelineState state, Instant at) { return of(state, 0, at); }

    /** What an event makes of it. */
    public Memo and(PipelineState before, Event event, PipelineState after, Instant at) {
        return of(after, errorCount + Broadcast.between(Option.of(before), event, after).count(Broadcast.Error.class::isInstance), at);
    }

    private static Memo of(PipelineState state, long errors, Instant at) {
        var overview = Overview.of(state);
        var told = state.items().children().flatMap(Child::report).map(Report::tokens).sum().longValue();
        return new Memo(state.header().run(), RunState.of(state), told + state.spent().meter().tokens().total(), errors,
                WorkflowStatus.wasCalledReady(state), overview.tasks().toVector().map(task -> TaskState.of(task._1(), task._2())), at);
    }

    /** Whether the other says the same of another time. */
    public boolean saysAs(Memo other) { return equals(new Memo(other.workflowId, other.runState, other.totalTokensUsed, other.errorCount, other.planningComplete, other.taskStates, timestamp)); }
}
