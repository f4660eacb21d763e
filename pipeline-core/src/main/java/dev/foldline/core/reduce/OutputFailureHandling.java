package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/**
 * Handles work that does not pass: invalid output, failed checks, and work that is unfinished or
 * sent back.
 */
final class OutputFailureHandling {
    private OutputFailureHandling() {}

    /**
     * Reports the invalid output to the agent; calls the next agent when the retries are used up.
     */
    static PipelineState outputAgain(PipelineState state, Fault fault) {
        int count = state.usage().tally().outputs() + 1;
        if (FailureHandling.retryPolicy(state).strict().isDefined())
            return repair(
                    state,
                    count,
                    FailureHandling.retryPolicy(state).strict().get().repairsMax(),
                    fault);
        return count < FailureHandling.retryPolicy(state).outputsMax()
                        && FailureHandling.role(state).isDefined()
                ? RewindAccounting.retry(
                        state,
                        new Setback(Kind.OUTPUT, count, fault),
                        tally -> tally.outputs(count))
                : AgentFailureHandling.nextAgent(state, fault);
    }

    /**
     * Lets the phase's worker repair invalid output. When the repairs are used up, the phase has
     * failed.
     */
    private static PipelineState repair(
            PipelineState state, int count, int repairsMax, Fault fault) {
        if (count <= repairsMax)
            return RewindAccounting.retry(
                    state, new Setback(Kind.OUTPUT, count, fault), tally -> tally.outputs(count));
        var artifact =
                state.currentStep()
                        .flatMap(
                                step ->
                                        step instanceof Step.Collect(var name, _, _)
                                                ? Option.of(name)
                                                : Option.<String>none())
                        .getOrElse("");
        var errors =
                fault.message().startsWith(artifact + ": ")
                        ? fault.message().substring(artifact.length() + 2)
                        : fault.message();
        return RecoveryHandling.recover(
                state,
                new Fault(
                        fault.kind(),
                        "Validation failed after "
                                + repairsMax
                                + " repair attempts for '"
                                + artifact
                                + ".json': "
                                + errors,
                        Option.none(),
                        fault.output()));
    }

    /** Repeats the check because its evidence is stale; then recovers. */
    static PipelineState checkAgain(PipelineState state, Fault fault) {
        int count = state.usage().tally().sameAgent() + 1;
        return count < state.policy().limits().sameAgentMax()
                ? RewindAccounting.retry(
                        state,
                        RewindAccounting.restart(state, count, fault),
                        tally -> tally.sameAgent(count))
                : RecoveryHandling.recover(state, fault);
    }

    /** Lets the phase's worker redo the work with the check's output; then recovers. */
    static PipelineState redo(PipelineState state, Fault fault) {
        var reported = withFeedback(state, fault.message(), fault.output());
        int number = state.usage().tally().continuations() + 1;
        return number < FailureHandling.retryPolicy(state).continuationsMax()
                        && FailureHandling.role(state).isDefined()
                ? RewindAccounting.back(
                        reported,
                        fault,
                        tally -> tally.continuations(number),
                        spent ->
                                CursorMoves.restartPhase(spent)
                                        .withRetry(Retry.IDLE)
                                        .withContinuation(new Continuation.RedoDue(number)))
                : RecoveryHandling.recover(reported, fault);
    }

    /**
     * Reports the failure to the worker. The failure count continues until the work passes,
     * whichever agent does it.
     */
    static PipelineState instructAgain(PipelineState state, Fault fault) {
        int failures = 1 + state.failures();
        int step =
                state.phase().map(phase -> phase.instructionBefore(state.at().step())).getOrElse(0);
        return RewindAccounting.back(
                state,
                fault,
                tally -> tally.failures(failures),
                spent ->
                        CursorMoves.backTo(spent, step)
                                .withRetry(
                                        new Retry.Due(
                                                new Setback(
                                                        Kind.INSTRUCT_AGAIN, failures, fault))));
    }

    /** Continues unfinished work while continuations remain. */
    static PipelineState more(PipelineState state, String label) {
        int number = state.usage().tally().continuations() + 1;
        var unfinished =
                Fault.of(
                        Fault.Kind.LABELLED,
                        "the work was " + label + " after " + number + " calls");
        if (number < FailureHandling.retryPolicy(state).continuationsMax())
            return RewindAccounting.back(
                    state,
                    unfinished,
                    tally -> tally.continuations(number),
                    spent ->
                            CursorMoves.restartPhase(spent)
                                    .withRetry(Retry.IDLE)
                                    .withContinuation(new Continuation.MoreDue(number)));
        return switch (FailureHandling.retryPolicy(state).onExhausted()) {
            case PROCEED -> CursorMoves.stepDone(state);
            case NEXT_TURN ->
                    CursorMoves.isLastTurn(state)
                            ? AgentFailureHandling.anotherWorker(state, unfinished)
                            : CursorMoves.stepDone(state);
            case NEXT_AGENT -> AgentFailureHandling.anotherWorker(state, unfinished);
        };
    }

    /** Takes a counted route back to an earlier point; recovers when its uses are exhausted. */
    static PipelineState goBack(PipelineState state, String label, String stage, int timesMax) {
        var key = state.phaseKey() + "/" + label;
        int uses = state.usage().routeUses().get(key).getOrElse(0) + 1;
        var fault =
                Fault.of(
                        Fault.Kind.NEEDS_PERSON,
                        label + " sent the work back " + (uses - 1) + " times");
        if (uses > timesMax) return RecoveryHandling.halt(state, fault);
        var counted =
                state.withUsage(
                        state.usage().withRouteUses(state.usage().routeUses().put(key, uses)));
        int target = state.workflow().indexOf(stage);
        return RewindAccounting.back(
                counted,
                fault,
                tally -> tally,
                spent -> CursorMoves.arrive(spent, Math.max(0, target), 0, 0));
    }

    static PipelineState withFeedback(PipelineState state, String message, Option<String> output) {
        return state.withLedger(
                state.ledger()
                        .withFeedback(
                                state.phaseKey(), new Feedback(state.revision(), message, output)));
    }
}
