package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.builtin.Tdd;

/** What a worker is told when its call has been carried out: read off the run before it and after it. */
public final class Answers {
    private Answers() {}

    private static final String NEXT = " Call 'get_task' for your next instruction.";

    /** @param after the run when it waited for the next call, was over, or had halted */
    public static Answer to(TddAccount.Request request, Told after) {
        return switch (request.call().kind()) {
            case GET    -> got(request.before(), after);
            case SUBMIT -> submitted(request, after);
            case TOOL   -> used(request, after);
        };
    }

    /** An instruction for a worker whose call changed nothing. */
    public static Answer instruction(Told told) {
        return told.status() == TddStatus.HALTED ? Answer.halted(told) : Answer.told(Instructions.next(told));
    }

    private static Answer got(PipelineState before, Told after) {
        if (after.state().life() instanceof Life.Ended(Outcome.Completed _)) return Answer.told("Branch merged and deleted. Call 'get_task' to begin the next PR.");
        var reviewed = before.phase().exists(phase -> phase.id().equals(Tdd.REVIEW)) && after.state().stage().exists(stage -> stage.id().equals(Tdd.EXECUTE));
        return reviewed ? Answer.told("Code review found issues. New tasks have been added to ACTIVE_PR.json. Please continue with the TDD process.") : instruction(after);
    }

    private static Answer submitted(TddAccount.Request request, Told after) {
        if (after.status() == TddStatus.HALTED) return Answer.halted(after);
        if (after.state().failures() > request.before().failures()) return failed(request, after);
        return switch (TddStatus.of(request.before())) {
            case INITIALIZING          -> Answer.told("The plan has been accepted." + NEXT);
            case REPLANNING            -> Answer.told("The new plan has been accepted." + NEXT);
            case AWAITING_FINALIZATION -> Answer.told("VERIFIED. The squashed commit is valid." + NEXT);
            case FINALIZE_COMPLETE     -> Answer.told("The plan file has been updated." + NEXT);
            case EXECUTING_TDD, DEBUGGING -> worked(request, after);
            case CREATING_BRANCH, CODE_REVIEW, PLAN_UPDATED, MERGING_BRANCH, HALTED -> instruction(after);
        };
    }

    /** What is neither looked at nor done has come to nothing, whatever was in the way. */
    private static Answer worked(TddAccount.Request request, Told after) {
        if (after.awaits("analysis")) return Answer.told(Instructions.analysis(after).document());
        var done = after.state().items().done(Tdd.STEPS).size() > request.before().items().done(Tdd.STEPS).size();
        return done ? Answer.told("VERIFIED. The step is complete." + NEXT) : failed(request, after);
    }

    /** Whoever finds that its own test fails for the wrong reason has submitted nothing wrong. */
    private static Answer failed(TddAccount.Request request, Told after) {
        return request.call().arguments().get(Tdd.VERDICT).contains("FAILURE") ? Answer.told("The test failed for the wrong reason; the step is being debugged." + NEXT)
                : Answer.refused(after.lastError().getOrElse("The submission failed."));
    }

    private static Answer used(TddAccount.Request request, Told after) {
        if (request.call().tool().equals(Tdd.ESCALATE)) return new Answer(request.call().arguments().get("markdown_report").getOrElse(""), "", Answer.End.ESCALATED);
        return after.status() == TddStatus.REPLANNING ? Answer.told("Entering REPLANNING state.\n" + Instructions.next(after)) : instruction(after);
    }
}
