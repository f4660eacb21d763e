package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.tdd.Observed.PlanFile;
import dev.foldline.core.projection.tdd.Observed.WorkTree;
import dev.foldline.core.state.Hold;
import dev.foldline.core.state.Life;
import dev.foldline.core.workflow.Step.Accepts;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** What a worker's call means for a run as it stands: whether it is told to the run, and as what. */
public sealed interface Meaning {

    /** The run is told it with these arguments; how it then stands is the answer. */
    record Carried(Map<String, String> arguments) implements Meaning {}

    /** The checkpoint that was asked for is there. The run is told so with these arguments; then the call is looked at again. */
    record Passed(Map<String, String> arguments) implements Meaning {}

    /** It changes nothing. */
    record Answered(Answer answer) implements Meaning {}

    /** The plan was deleted: the session is over. */
    record GivenUp() implements Meaning {}

    /** @param tool of a call of that kind */
    static Meaning of(Told told, Observed seen, CallKind kind, String tool, Map<String, String> arguments) {
        var held = held(told.state());
        if (held.isDefined()) return new Answered(Answer.refused(held.get()));
        if (kind == CallKind.GET && isGivenUp(told.status(), seen.plan())) return new GivenUp();
        if (kind != CallKind.TOOL && told.awaits("checkpoint-made") && isMade(told, seen)) return new Passed(head(seen));
        return switch (kind) {
            case GET    -> isAwaited(told) ? new Carried(head(seen)) : new Answered(Answers.instruction(told));
            case SUBMIT -> Submission.judged(told, seen, arguments).fold(Answered::new, Carried::new);
            case TOOL   -> Submission.locked(told, tool, arguments.getOrElse("markdown_report", "")).<Meaning>map(Answered::new).getOrElse(new Carried(arguments));
        };
    }

    /** Until a person lets it go on, a run hears no call. */
    private static Option<String> held(PipelineState state) {
        if (state.slots().hold() instanceof Hold.Open(var gate)) return Option.of("The run is held at the gate '" + gate.id() + "': " + gate.reason() + ". A person has to answer it.");
        return state.life() instanceof Life.Paused ? Option.of("The run is paused. A person lets it go on with: foldline resume") : Option.none();
    }

    /** Whoever deletes the plan while it is worked on gives the session up. */
    static boolean isGivenUp(TddStatus status, PlanFile plan) { return plan == PlanFile.ABSENT && isWorkedOn(status); }

    /** Whether it is the plan's own steps that are next, or its branch. */
    static boolean isWorkedOn(TddStatus status) {
        return switch (status) {
            case CREATING_BRANCH, EXECUTING_TDD -> true;
            case INITIALIZING, DEBUGGING, REPLANNING, CODE_REVIEW, AWAITING_FINALIZATION, FINALIZE_COMPLETE, PLAN_UPDATED, MERGING_BRANCH, HALTED -> false;
        };
    }

    /** A checkpoint that is not there is asked for again. */
    private static boolean isAwaited(Told told) {
        return told.status() != TddStatus.HALTED && !told.awaits("checkpoint-made") && told.instruction().exists(external -> external.accepts() == Accepts.GET);
    }

    /** A commit was made since it was asked for, or there is nothing to commit. */
    private static boolean isMade(Told told, Observed seen) {
        return told.status() != TddStatus.HALTED && (seen.tree() != WorkTree.CHANGED || !seen.head().equals(told.state().ledger().broughtLast("head")));
    }

    private static Map<String, String> head(Observed seen) { return seen.head().map(head -> LinkedHashMap.of("head", head)).getOrElse(LinkedHashMap.empty()); }
}
