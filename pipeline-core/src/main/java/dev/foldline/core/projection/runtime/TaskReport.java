package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.builtin.Task;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.Function;

/**
 * The status of a task and its terminals.
 *
 * @param terminals by their ids in the task, in order
 * @param why the failure, until the user or the error terminal has fixed it
 * @param tokens tokens used so far, as far as they are known
 */
public record TaskReport(
        TaskStatus task, Map<String, TerminalStatus> terminals, Option<String> why, long tokens) {

    /**
     * Returns the report of a task's own run. The run sends it to its parent whenever it has
     * changed.
     */
    public static TaskReport of(PipelineState child) {
        var terminals =
                child.workflow().stages().map(Stage::id).filter(id -> !id.equals(Task.PREPARE));
        var known = each(terminals, id -> TerminalStatus.of(id, child));
        return new TaskReport(
                TaskStatus.of(child),
                ErrorTerminal.of(child)
                        .map(error -> known.put(ErrorTerminal.ROLE, error.status()))
                        .getOrElse(known),
                WorkflowStatus.trouble(child),
                child.usage().meter().tokens().total());
    }

    /**
     * Returns whether the reports differ at most in tokens, which are reported with the next
     * change.
     */
    public boolean standsAs(TaskReport other) {
        return task == other.task && terminals.equals(other.terminals) && why.equals(other.why);
    }

    /**
     * Combines what the parent and the task's run know.
     *
     * @param item the task in its parent's list
     * @param turns the task's terminals known to the parent, each with whether its model is
     *     resolved
     * @param told the report of the latest run that works on the task, if there is one
     */
    public static TaskReport of(
            Item item,
            Map<String, Item.Status> turns,
            WorkflowStatus workflow,
            Option<TaskReport> reported) {
        var task = TaskStatus.of(item, workflow, reported);
        var known = reported.map(TaskReport::terminals).getOrElse(LinkedHashMap.empty());
        return new TaskReport(
                task,
                each(
                        Vector.ofAll(turns.keySet()).appendAll(known.keySet()).distinct(),
                        id -> TerminalStatus.of(workflow, task, turns.get(id), known.get(id))),
                reported.flatMap(TaskReport::why).filter(_ -> task == TaskStatus.FAILED),
                reported.map(TaskReport::tokens).getOrElse(0L));
    }

    private static Map<String, TerminalStatus> each(
            Vector<String> terminals, Function<String, TerminalStatus> status) {
        return LinkedHashMap.ofEntries(terminals.map(id -> Tuple.of(id, status.apply(id))));
    }
}
