package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import java.util.Locale;

/** Progress of the merge of a task into the target. */
public enum MergeStatus {
    /** Its commit on top of the target is being prepared. */
    PREPARING,
    /** The checks run on the result. */
    CHECKING,
    /** An agent resolves a conflict, or the user answers its gate. */
    RESOLVING,
    /** The target is being moved to the result. */
    LANDING,
    MERGED,
    /** A conflict or a failed check waits for the user. */
    FAILED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the progress of each started merge, by task and in order. */
    static Map<String, MergeStatus> all(PipelineState workflow) {
        return LinkedHashMap.ofEntries(
                workflow.items()
                        .list(Tasks.MERGES)
                        .flatMap(
                                item ->
                                        of(workflow, item)
                                                .map(status -> Tuple.of(item.id(), status))));
    }

    private static Option<MergeStatus> of(PipelineState workflow, Item item) {
        if (item.status() instanceof Item.Done) return Option.of(MERGED);
        return workflow.stage()
                .filter(stage -> stage.id().equals(Tasks.MERGING))
                .filter(_ -> workflow.item().exists(each -> each.id().equals(item.id())))
                .map(_ -> current(workflow));
    }

    private static MergeStatus current(PipelineState workflow) {
        if (WorkflowStatus.trouble(workflow).isDefined()) return FAILED;
        var steps = workflow.phase().toVector().flatMap(Phase::steps);
        if (steps.contains(new Step.Agent(Tasks.RESOLVER))) return RESOLVING;
        if (steps.exists(MergeStatus::lands)) return LANDING;
        return workflow.currentStep().exists(Step.Check.class::isInstance) ? CHECKING : PREPARING;
    }

    private static boolean lands(Step step) {
        return step instanceof Step.Git git && git.operation() == GitOperation.LAND_MERGE;
    }
}
