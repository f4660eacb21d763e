package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.workflow.builtin.Tasks;
import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * How a workflow, its tasks and their terminals stand, as the workflow's own log tells it.
 *
 * @param tasks by id, in their order
 * @param why what has failed in the workflow's own run, until it is mended
 */
public record Overview(WorkflowStatus workflow, Map<String, Report> tasks, Option<String> why) {

    public static Overview of(PipelineState workflow) {
        var status = WorkflowStatus.of(workflow);
        var turns = Tasks.turns(workflow);
        var told = workflow.items().reports(Tasks.TASKS);
        return new Overview(status, LinkedHashMap.ofEntries(workflow.items().list(Tasks.TASKS).map(item -> Tuple.of(item.id(),
                Report.of(item, turns.getOrElse(item.id(), LinkedHashMap.empty()), status, told.get(item.id()))))), WorkflowStatus.trouble(workflow));
    }
}
