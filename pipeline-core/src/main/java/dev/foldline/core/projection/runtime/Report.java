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
 * How a task and its terminals stand.
 *
 * @param terminals by their ids in the task, in their order
 * @param why what has failed, until it is mended: by a person, or by the error terminal
 * @param tokens that were used up so far, as far as it is known
 */
public record Report(TaskStatus task, Map<String, TerminalStatus> terminals, Option<String> why, long tokens) {

    /** What a task's own run says of itself; it tells its parent whenever it stands otherwise than before. */
    public static Report of(PipelineState child) {
        var terminals = child.workflow().stages().map(Stage::id).filter(id -> !id.equals(Task.PREPARE));
        var known = each(terminals, id -> TerminalStatus.of(id, child));
        return new Report(TaskStatus.of(child), ErrorTerminal.of(child).map(error -> known.put(ErrorTerminal.ROLE, error.status())).getOrElse(known), WorkflowStatus.trouble(child), child.spent().meter().tokens().total());
    }

    /** Whether it is no news after the other: what was used up is told with the next. */
    public boolean standsAs(Report other) { return task == other.task && terminals.equals(other.terminals) && why.equals(other.why); }

    /**
     * What is so, as far as the parent and the task's run know it.
     *
     * @param item the task in its parent's list
     * @param turns its terminals, as far as the parent knows them, each with whether it is ready
     * @param told by the run that works on it, or did last, if there is one
     */
    public static Report of(Item item, Map<String, Item.Status> turns, WorkflowStatus workflow, Option<Report> told) {
        var task = TaskStatus.of(item, workflow, told);
        var known = told.map(Report::terminals).getOrElse(LinkedHashMap.empty());
        return new Report(task, each(Vector.ofAll(turns.keySet()).appendAll(known.keySet()).distinct(), id -> TerminalStatus.of(workflow, task, turns.get(id), known.get(id))),
                told.flatMap(Report::why).filter(_ -> task == TaskStatus.FAILED), told.map(Report::tokens).getOrElse(0L));
    }

    private static Map<String, TerminalStatus> each(Vector<String> terminals, Function<String, TerminalStatus> status) {
        return LinkedHashMap.ofEntries(terminals.map(id -> Tuple.of(id, status.apply(id))));
    }
}
