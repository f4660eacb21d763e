package dev.foldline.app.workflow;

import dev.foldline.app.workflow.WorkflowView.Merge;
import dev.foldline.app.workflow.WorkflowView.TaskLine;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Item;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * How far the merges of a workflow are, by its tasks' ids. A task without terminals has nothing to
 * merge and is left out.
 *
 * @param merged whose work is in the target
 * @param failed whose merge waits for the user; merging continues from there
 * @param waiting whose turn has not come
 */
public record MergeReport(Vector<String> merged, Option<String> failed, Vector<String> waiting) {

    static MergeReport of(WorkflowView view) {
        var tasks = view.tasks().reject(task -> task.terminals().isEmpty());
        var failed =
                view.status() == WorkflowStatus.MERGING && view.why().isDefined()
                        ? view.state().item().map(Item::id)
                        : Option.<String>none();
        return new MergeReport(
                ids(tasks.filter(task -> task.merge() == Merge.DONE)),
                failed,
                ids(tasks.filter(task -> task.merge() == Merge.WAITING)).reject(failed::contains));
    }

    private static Vector<String> ids(Vector<TaskLine> tasks) {
        return tasks.map(task -> task.item().id());
    }

    /** Whether some came into the target before one could not. */
    public boolean isPartialFailure() {
        return failed.isDefined() && merged.nonEmpty();
    }

    /** Returns the report as text; empty if every merge succeeded. */
    public Option<String> words() {
        return failed.map(
                task ->
                        task
                                + " could not be merged"
                                + (merged.isEmpty()
                                        ? ""
                                        : "; merged before it: " + merged.mkString(", "))
                                + (waiting.isEmpty()
                                        ? ""
                                        : "; still to be merged: " + waiting.mkString(", ")));
    }
}
