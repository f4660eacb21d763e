package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.tdd.WorktreeObservation.Branch;
import dev.foldline.core.projection.tdd.WorktreeObservation.PlanFile;
import dev.foldline.core.projection.tdd.WorktreeObservation.WorkTree;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.Step.Accepts;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * Classifies an external agent's call against the current run: whether the run receives it, and
 * with which arguments.
 */
public sealed interface CallClassifier {

    /** The run receives the call with these arguments; the resulting state is the response. */
    record Carried(Map<String, String> arguments) implements CallClassifier {}

    /**
     * The requested checkpoint exists. The run receives these arguments, then the call is
     * classified again.
     */
    record Passed(Map<String, String> arguments) implements CallClassifier {}

    /** The call changes nothing. */
    record Answered(CallResponse answer) implements CallClassifier {}

    /**
     * The user merged the branch manually, as the conflict's message suggests, or what kept it from
     * being merged may be gone. The merge is retried, and finds out.
     */
    record MergeRetried() implements CallClassifier {}

    /** The plan that halted the run was replaced. The run is retried, and receives the call. */
    record PlanReplaced() implements CallClassifier {}

    /** The plan was deleted, which ends the session. */
    record GivenUp() implements CallClassifier {}

    /**
     * @param tool name of the tool, for a tool call
     */
    static CallClassifier of(
            TddView reported,
            WorktreeObservation seen,
            CallKind kind,
            String tool,
            Map<String, String> arguments) {
        var held = held(reported.state());
        if (held.isDefined()) return new Answered(CallResponse.refusal(held.get()));
        if (kind == CallKind.GET && isMergeRetried(reported, seen)) return new MergeRetried();
        if (kind != CallKind.TOOL && isPlanReplaced(reported, seen)) return new PlanReplaced();
        if (kind == CallKind.GET && isGivenUp(reported.status(), seen.plan())) return new GivenUp();
        if (kind != CallKind.TOOL && reported.awaits("checkpoint-made") && isMade(reported, seen))
            return new Passed(head(seen));
        if (kind == CallKind.TOOL && tool.equals(Tdd.NOTHING_LEFT))
            return nothingLeft(reported, seen);
        return switch (kind) {
            case GET ->
                    isAwaited(reported)
                            ? new Carried(head(seen))
                            : new Answered(CallResponses.instruction(reported));
            case SUBMIT ->
                    Submission.judged(reported, seen, arguments).fold(Answered::new, Carried::new);
            case TOOL ->
                    Submission.locked(reported, tool, arguments.getOrElse("markdown_report", ""))
                            .orElse(() -> Submission.unsafe(reported, seen, tool))
                            .<CallClassifier>map(Answered::new)
                            .getOrElse(new Carried(arguments));
        };
    }

    /** Only instead of a plan can there be nothing left. */
    private static CallClassifier nothingLeft(TddView reported, WorktreeObservation seen) {
        return reported.status() == TddStatus.INITIALIZING
                ? new Carried(head(seen))
                : new Answered(
                        CallResponse.refusal(
                                "'nothing_left' is accepted only while the plan of the next pull"
                                        + " request is requested. "
                                        + Instructions.next(reported)));
    }

    /** A held run accepts no calls until the user resumes it. */
    private static Option<String> held(PipelineState state) {
        if (state.slots().gate() instanceof GateSlot.Open(var gate))
            return Option.of(
                    "The run is held at the gate '"
                            + gate.id()
                            + "': "
                            + gate.reason()
                            + ". The user must answer it.");
        return state.lifecycle() instanceof Lifecycle.Paused
                ? Option.of("The run is paused. The user continues it with: foldline resume")
                : Option.none();
    }

    /**
     * If the branch and the plan of a halted merge are deleted, the user has completed the merge.
     * Apart from a conflict, the merge itself finds out whether its obstacle remains.
     */
    private static boolean isMergeRetried(TddView reported, WorktreeObservation seen) {
        if (reported.status() != TddStatus.HALTED || !reported.isIn(Tdd.MERGE)) return false;
        var isConflict = reported.lastError().exists(why -> why.startsWith(MergeBranch.CONFLICT));
        return isConflict
                ? seen.branch() == Branch.GONE && seen.plan() == PlanFile.ABSENT
                : seen.tree() == WorkTree.CLEAN;
    }

    private static boolean isPlanReplaced(TddView reported, WorktreeObservation seen) {
        return reported.status() == TddStatus.HALTED
                && reported.isIn(Tdd.INITIALIZE)
                && reported.account().refused().isDefined()
                && seen.plan() == PlanFile.WRITTEN;
    }

    /** Deleting the plan while work is in progress ends the session. */
    static boolean isGivenUp(TddStatus status, PlanFile plan) {
        return plan == PlanFile.ABSENT && isWorkedOn(status);
    }

    /** Returns whether the plan's branch or its steps are next. */
    static boolean isWorkedOn(TddStatus status) {
        return switch (status) {
            case CREATING_BRANCH, EXECUTING_TDD -> true;
            case INITIALIZING,
                    DEBUGGING,
                    REPLANNING,
                    CODE_REVIEW,
                    AWAITING_FINALIZATION,
                    FINALIZE_COMPLETE,
                    PLAN_UPDATED,
                    MERGING_BRANCH,
                    HALTED ->
                    false;
        };
    }

    /** A missing checkpoint is requested again. */
    private static boolean isAwaited(TddView reported) {
        return reported.status() != TddStatus.HALTED
                && !reported.awaits("checkpoint-made")
                && reported.instruction().exists(external -> external.accepts() == Accepts.GET);
    }

    /** A commit was made since the request, or there is nothing to commit. */
    private static boolean isMade(TddView reported, WorktreeObservation seen) {
        return reported.status() != TddStatus.HALTED
                && (seen.tree() != WorkTree.CHANGED
                        || !seen.head().equals(reported.state().ledger().broughtLast("head")));
    }

    private static Map<String, String> head(WorktreeObservation seen) {
        return seen.head()
                .map(head -> LinkedHashMap.of("head", head))
                .getOrElse(LinkedHashMap.empty());
    }
}
