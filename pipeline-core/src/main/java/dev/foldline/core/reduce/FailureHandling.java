package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.reduce.AgentRemedy.NextAgent;
import dev.foldline.core.reduce.AgentRemedy.OtherAgent;
import dev.foldline.core.reduce.AgentRemedy.SameAgent;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Rewind;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.RunRemedy.EffectRepeat;
import dev.foldline.core.reduce.RunRemedy.Exhaustion;
import dev.foldline.core.reduce.RunRemedy.FixerFailure;
import dev.foldline.core.reduce.RunRemedy.Halt;
import dev.foldline.core.reduce.RunRemedy.RecoveryAttempt;
import dev.foldline.core.reduce.WorkRemedy.CheckRepeat;
import dev.foldline.core.reduce.WorkRemedy.Instruction;
import dev.foldline.core.reduce.WorkRemedy.OutputRepair;
import dev.foldline.core.reduce.WorkRemedy.Redo;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.PhaseRetryPolicy;

import io.vavr.control.Option;

/** Handles a fault: the recovery slot decides first, then the {@link RemedyTable}. */
final class FailureHandling {
    private FailureHandling() {}

    /** Returns the remedy of a failure. */
    static Consequence remedy(Failure failure) {
        var fault = failure.fault();
        var reported = counted(failure.state().withLastFault(fault), failure);
        return switch (reported.slots().recovery()) {
            case Recovery.Ending _, Recovery.Halting _, Recovery.Halted _ -> new Stay(reported);
            case Recovery.Passed _ -> new Stay(reported.withRecovery(Recovery.IDLE));
            case Recovery.FixDue(var recovering) ->
                    new Stay(reported.withRecovery(new Recovery.CleanDue(recovering)));
            case Recovery.FixPrompted(var recovering, _) ->
                    new FixerFailure(reported, recovering, fault, failure.remedy());
            case Recovery.CleanDue _ -> new RecoveryAttempt(reported, fault);
            case Recovery.Idle _, Recovery.Watching _ -> usual(reported, fault, failure.remedy());
        };
    }

    /** Failures of a fixer and of the end of a run are not those of the work at the cursor. */
    private static PipelineState counted(PipelineState state, Failure failure) {
        return switch (state.slots().recovery()) {
            case Recovery.Idle _, Recovery.Watching _, Recovery.CleanDue _ ->
                    RepeatedFailures.counted(
                            state,
                            failure.fault(),
                            remedy(state, failure.fault(), failure.remedy()));
            case Recovery.FixDue _,
                    Recovery.FixPrompted _,
                    Recovery.Passed _,
                    Recovery.Halting _,
                    Recovery.Halted _,
                    Recovery.Ending _ ->
                    state;
        };
    }

    private static Fault.Remedy remedy(PipelineState state, Fault fault, Fault.Remedy remedy) {
        var worker =
                role(state).isEmpty() ? RemedyTable.Worker.EXTERNAL : RemedyTable.Worker.CALLED;
        return RemedyTable.of(fault.kind(), worker, retryPolicy(state).onFailedWork(), remedy);
    }

    private static Consequence usual(PipelineState state, Fault fault, Fault.Remedy usual) {
        var remedy = remedy(state, fault, usual);
        return RepeatedFailures.exceeded(state, fault, remedy)
                .getOrElse(() -> follows(state, fault, remedy));
    }

    private static Consequence follows(PipelineState state, Fault fault, Fault.Remedy remedy) {
        return switch (remedy) {
            case SAME_AGENT -> new SameAgent(state, fault);
            case NEXT_AGENT -> new NextAgent(state, fault);
            case WAIT_OR_OTHER_AGENT -> new OtherAgent(state, fault);
            case OUTPUT_AGAIN -> new OutputRepair(state, fault);
            case CHECK_AGAIN -> new CheckRepeat(state, fault);
            case RESTART -> restart(state, fault);
            case EFFECT_AGAIN -> new EffectRepeat(state, fault);
            case REDO -> new Redo(state, fault);
            case INSTRUCT_AGAIN -> new Instruction(state, fault);
            case RECOVER -> new RecoveryAttempt(state, fault);
            case HALT ->
                    fault.kind() == Fault.Kind.STUCK
                            ? new Exhaustion(state, fault)
                            : new Halt(state, fault);
        };
    }

    /** Repeats without changes. */
    private static Consequence restart(PipelineState state, Fault fault) {
        var tally = state.usage().tally();
        return new Rewind(state, RewindAccounting.restart(state, tally.attempt(), fault), tally);
    }

    static Option<String> role(PipelineState state) {
        return state.phase().flatMap(phase -> phase.roleBefore(state.at().step()));
    }

    static PhaseRetryPolicy retryPolicy(PipelineState state) {
        return state.phase().map(phase -> phase.retryPolicy()).getOrElse(PhaseRetryPolicy.DEFAULT);
    }
}
