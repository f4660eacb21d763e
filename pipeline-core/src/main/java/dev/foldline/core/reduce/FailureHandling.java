package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.PhaseRetryPolicy;

import io.vavr.control.Option;

/** Handles a fault: the recovery slot decides first, then the {@link RemedyTable}. */
final class FailureHandling {
    private FailureHandling() {}

    /**
     * Handles a fault at the cursor. The state has already accepted the answer that reported it.
     */
    static PipelineState after(PipelineState state, Fault fault) {
        return after(state, fault, fault.kind().remedy());
    }

    /** Handles a fault with a remedy other than that of its kind. */
    static PipelineState after(PipelineState state, Fault fault, Fault.Remedy remedy) {
        var reported = state.withLedger(state.ledger().withLastFault(Option.of(fault)));
        return switch (state.slots().recovery()) {
            case Recovery.Ending _, Recovery.Halting _, Recovery.Halted _ -> reported;
            case Recovery.Passed _ -> reported.withRecovery(Recovery.IDLE);
            case Recovery.FixDue(var failure) ->
                    reported.withRecovery(new Recovery.CleanDue(failure));
            case Recovery.FixPrompted(var failure, _) ->
                    RecoveryHandling.fixerFailed(reported, failure, fault, remedy);
            case Recovery.CleanDue _ -> RecoveryHandling.recover(reported, fault);
            case Recovery.Idle _, Recovery.Watching _ -> usual(reported, fault, remedy);
        };
    }

    private static PipelineState usual(PipelineState state, Fault fault, Fault.Remedy remedy) {
        var worker =
                role(state).isEmpty() ? RemedyTable.Worker.EXTERNAL : RemedyTable.Worker.CALLED;
        return switch (RemedyTable.of(
                fault.kind(), worker, retryPolicy(state).onFailedWork(), remedy)) {
            case SAME_AGENT -> AgentFailureHandling.sameAgent(state, fault);
            case NEXT_AGENT -> AgentFailureHandling.nextAgent(state, fault);
            case WAIT_OR_OTHER_AGENT -> AgentFailureHandling.limited(state, fault);
            case OUTPUT_AGAIN -> OutputFailureHandling.outputAgain(state, fault);
            case CHECK_AGAIN -> OutputFailureHandling.checkAgain(state, fault);
            case EFFECT_AGAIN -> RecoveryHandling.effectAgain(state, fault);
            case RESTART ->
                    RewindAccounting.retry(
                            state,
                            RewindAccounting.restart(state, state.usage().tally().attempt(), fault),
                            tally -> tally);
            case REDO -> OutputFailureHandling.redo(state, fault);
            case INSTRUCT_AGAIN ->
                    OutputFailureHandling.instructAgain(
                            OutputFailureHandling.withFeedback(
                                    state, fault.message(), fault.output()),
                            fault);
            case RECOVER -> RecoveryHandling.recover(state, fault);
            case HALT -> RecoveryHandling.halt(state, fault);
        };
    }

    static Option<String> role(PipelineState state) {
        return state.phase().flatMap(phase -> phase.roleBefore(state.at().step()));
    }

    static PhaseRetryPolicy retryPolicy(PipelineState state) {
        return state.phase().map(phase -> phase.retryPolicy()).getOrElse(PhaseRetryPolicy.DEFAULT);
    }
}
