package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * The status of a workflow, its tasks and their terminals, according to the workflow's own log.
 *
 * @param tasks by id, in order
 * @param merges the started merges, by task and in order
 * @param why the failure in the workflow's own run, until it is fixed
 */
public record WorkflowOverview(
        WorkflowStatus workflow,
        Map<String, TaskReport> tasks,
        Map<String, MergeStatus> merges,
        Option<String> why) {

    public static WorkflowOverview of(PipelineState workflow) {
        var status = WorkflowStatus.of(workflow);
        var turns = Tasks.turns(workflow);
        var reported = workflow.items().reports(Tasks.TASKS);
        return new WorkflowOverview(
                status,
                LinkedHashMap.ofEntries(
                        workflow.items()
                                .list(Tasks.TASKS)
                                .map(
                                        item ->
                                                Tuple.of(
                                                        item.id(),
                                                        TaskProjection.report(
                                                                item,
                                                                turns.getOrElse(
                                                                        item.id(),
                                                                        LinkedHashMap.empty()),
                                                                status,
                                                                reported.get(item.id()))))),
                MergeStatus.all(workflow),
                WorkflowStatus.trouble(workflow));
    }
}
