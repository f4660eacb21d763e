package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.builtin.Tdd;

/**
 * Responses to external agents' calls that the run has received, derived from the states before and
 * after the call.
 */
public final class CallResponses {
    private CallResponses() {}

    private static final String NEXT = " Call 'get_task' for your next instruction.";

    /**
     * @param after the run when it waited for the next call, had ended, or had halted
     */
    public static CallResponse to(TddTimeline.Request request, TddView after) {
        return switch (request.call().kind()) {
            case GET -> afterGet(request.before(), after);
            case SUBMIT -> submitted(request, after);
            case TOOL -> used(request, after);
        };
    }

    /** Returns the instruction for an agent whose call changed nothing. */
    public static CallResponse instruction(TddView reported) {
        return reported.status() == TddStatus.HALTED
                ? CallResponse.halted(reported)
                : CallResponse.delivered(Instructions.next(reported));
    }

    private static CallResponse afterGet(PipelineState before, TddView after) {
        if (after.state().lifecycle() instanceof Lifecycle.Ended(Outcome.Completed _))
            return CallResponse.delivered(
                    "Branch merged and deleted. Call 'get_task' to begin the next PR.");
        var wasDue =
                TddStatus.isLastCheckpoint(before)
                        || before.phase().exists(phase -> phase.id().equals(Tdd.REVIEW));
        var reviewed =
                wasDue
                        && !TddStatus.isLastCheckpoint(after.state())
                        && after.state().stage().exists(stage -> stage.id().equals(Tdd.EXECUTE));
        return reviewed
                ? CallResponse.delivered(
                        "Code review found issues. New tasks have been added to ACTIVE_PR.json."
                                + " Please continue with the TDD process.")
                : instruction(after);
    }

    private static CallResponse submitted(TddTimeline.Request request, TddView after) {
        if (after.status() == TddStatus.HALTED) return CallResponse.halted(after);
        if (after.state().failures() > request.before().failures()) return failed(request, after);
        return switch (TddStatus.of(request.before())) {
            case INITIALIZING -> CallResponse.delivered("The plan has been accepted." + NEXT);
            case REPLANNING -> CallResponse.delivered("The new plan has been accepted." + NEXT);
            case AWAITING_FINALIZATION ->
                    CallResponse.delivered("VERIFIED. The squashed commit is valid." + NEXT);
            case FINALIZE_COMPLETE ->
                    CallResponse.delivered("The plan file has been updated." + NEXT);
            case EXECUTING_TDD, DEBUGGING -> afterWork(request, after);
            case CREATING_BRANCH, CODE_REVIEW, PLAN_UPDATED, MERGING_BRANCH, HALTED ->
                    instruction(after);
        };
    }

    /** Work that is neither under analysis nor done was unsuccessful, whatever the cause. */
    private static CallResponse afterWork(TddTimeline.Request request, TddView after) {
        if (after.awaits("analysis"))
            return CallResponse.delivered(Instructions.analysis(after).document());
        var done =
                after.state().items().done(Tdd.STEPS).size()
                        > request.before().items().done(Tdd.STEPS).size();
        return done
                ? CallResponse.delivered("VERIFIED. The step is complete." + NEXT)
                : failed(request, after);
    }

    /**
     * An agent that reports its own test as failed for the wrong reason has not made an invalid
     * submission.
     */
    private static CallResponse failed(TddTimeline.Request request, TddView after) {
        return request.call().arguments().get(Tdd.VERDICT).contains("FAILURE")
                ? CallResponse.delivered(
                        "The test failed for the wrong reason; the step is being debugged." + NEXT)
                : CallResponse.refusal(after.lastError().getOrElse("The submission failed."));
    }

    private static CallResponse used(TddTimeline.Request request, TddView after) {
        if (request.call().tool().equals(Tdd.NOTHING_LEFT)) return CallResponse.nothingLeft();
        if (request.call().tool().equals(Tdd.ESCALATE))
            return new CallResponse(
                    request.call().arguments().get("markdown_report").getOrElse(""),
                    "",
                    CallResponse.End.ESCALATED);
        return after.status() == TddStatus.REPLANNING
                ? CallResponse.delivered("Entering REPLANNING state.\n" + Instructions.next(after))
                : instruction(after);
    }
}
