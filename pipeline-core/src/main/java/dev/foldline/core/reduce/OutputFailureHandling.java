package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.reduce.AgentRemedy.NextAgent;
import dev.foldline.core.reduce.AgentRemedy.NextWorker;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Rewind;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.reduce.Destination.StepOf;
import dev.foldline.core.reduce.Destination.TurnOf;
import dev.foldline.core.reduce.RunRemedy.Halt;
import dev.foldline.core.reduce.RunRemedy.RecoveryAttempt;
import dev.foldline.core.reduce.WorkRemedy.CheckRepeat;
import dev.foldline.core.reduce.WorkRemedy.Instruction;
import dev.foldline.core.reduce.WorkRemedy.MoreWork;
import dev.foldline.core.reduce.WorkRemedy.OutputRepair;
import dev.foldline.core.reduce.WorkRemedy.Redo;
import dev.foldline.core.reduce.WorkRemedy.RouteBack;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/**
 * Handles work that does not pass: invalid output, failed checks, and work that is unfinished or
 * sent back.
 */
final class OutputFailureHandling {
    private OutputFailureHandling() {}

    static Consequence consequence(WorkRemedy remedy) {
        return switch (remedy) {
            case OutputRepair(var state, var fault) -> outputAgain(state, fault);
            case CheckRepeat(var state, var fault) -> checkAgain(state, fault);
            case Redo(var state, var fault) -> redo(state, fault);
            case Instruction(var state, var fault) -> instructAgain(state, fault);
            case MoreWork(var state, var label) -> more(state, label);
            case RouteBack(var state, var label, var stage, var timesMax) ->
                    goBack(state, label, stage, timesMax);
        };
    }

    /**
     * Reports the invalid output to the agent; calls the next agent when the retries are used up.
     */
    private static Consequence outputAgain(PipelineState state, Fault fault) {
        var tally = state.usage().tally();
        int count = tally.outputs() + 1;
        if (FailureHandling.retryPolicy(state).strict().isDefined())
            return repair(
                    state,
                    count,
                    FailureHandling.retryPolicy(state).strict().get().repairsMax(),
                    fault);
        return count < FailureHandling.retryPolicy(state).outputsMax()
                        && FailureHandling.role(state).isDefined()
                ? new Rewind(state, new Setback(Kind.OUTPUT, count, fault), tally.outputs(count))
                : new NextAgent(state, fault);
    }

    /**
     * Lets the phase's worker repair invalid output. When the repairs are used up, the phase has
     * failed.
     */
    private static Consequence repair(PipelineState state, int count, int repairsMax, Fault fault) {
        if (count <= repairsMax)
            return new Rewind(
                    state,
                    new Setback(Kind.OUTPUT, count, fault),
                    state.usage().tally().outputs(count));
        var artifact =
                state.currentStep()
                        .flatMap(
                                step ->
                                        step instanceof Step.Collect(var name, _, _)
                                                ? Option.of(name)
                                                : Option.<String>none());
        var errors =
                artifact.map(name -> name + ": ")
                        .filter(fault.message()::startsWith)
                        .map(prefix -> fault.message().substring(prefix.length()))
                        .getOrElse(fault.message());
        return new RecoveryAttempt(
                state,
                new Fault(
                        fault.kind(),
                        "Validation failed after "
                                + repairsMax
                                + " repair attempts"
                                + artifact.map(name -> " for '" + name + ".json'").getOrElse("")
                                + ": "
                                + errors,
                        Option.none(),
                        fault.output(),
                        fault.fingerprint()));
    }

    /** Repeats the check because its evidence is stale; then recovers. */
    private static Consequence checkAgain(PipelineState state, Fault fault) {
        var tally = state.usage().tally();
        int count = tally.sameAgent() + 1;
        return count < state.policy().limits().sameAgentMax()
                ? new Rewind(
                        state,
                        RewindAccounting.restart(state, count, fault),
                        tally.sameAgent(count))
                : withoutWorker(state, fault);
    }

    /** Where failed work halts the run, nobody could fix a check. */
    private static Consequence withoutWorker(PipelineState state, Fault fault) {
        return FailureHandling.retryPolicy(state).onFailedWork() == OnFailedWork.HALT
                        && fault.fingerprint().isDefined()
                ? new Halt(state, fault)
                : new RecoveryAttempt(state, fault);
    }

    private static PipelineState reported(PipelineState state, Fault fault) {
        return state.currentStep().getOrNull() instanceof Step.Check(var name, _)
                ? state.withFailure(name, fault)
                : state.withFeedback(fault.message(), fault.output());
    }

    /** Lets the phase's worker redo the work with the check's output; then recovers. */
    private static Consequence redo(PipelineState state, Fault fault) {
        var reported = reported(state, fault);
        var tally = state.usage().tally();
        int number = tally.continuations() + 1;
        return number < FailureHandling.retryPolicy(state).continuationsMax()
                        && FailureHandling.role(state).isDefined()
                ? new Rewind(
                        reported,
                        fault,
                        tally.continuations(number),
                        new Move(
                                reported.withRetry(Retry.IDLE)
                                        .withContinuation(new Continuation.RedoDue(number)),
                                Place.FIRST_STEP))
                : new RecoveryAttempt(reported, fault);
    }

    /**
     * Reports the failure to the worker. The failure count continues until the work passes,
     * whichever agent does it.
     */
    private static Consequence instructAgain(PipelineState before, Fault fault) {
        var state = reported(before, fault);
        int failures = 1 + state.failures();
        int step =
                state.phase().map(phase -> phase.instructionBefore(state.at().step())).getOrElse(0);
        var setback = new Setback(Kind.INSTRUCT_AGAIN, failures, fault);
        return new Rewind(
                state,
                fault,
                state.usage().tally().failures(failures),
                new Move(state.withRetry(new Retry.Due(setback)), new StepOf(step)));
    }

    /** Continues unfinished work while continuations remain. */
    private static Consequence more(PipelineState state, String label) {
        var tally = state.usage().tally();
        int number = tally.continuations() + 1;
        var unfinished =
                Fault.of(
                        Fault.Kind.LABELLED,
                        "the work was " + label + " after " + number + " calls");
        if (number < FailureHandling.retryPolicy(state).continuationsMax())
            return new Rewind(
                    state,
                    unfinished,
                    tally.continuations(number),
                    new Move(
                            state.withRetry(Retry.IDLE)
                                    .withContinuation(new Continuation.MoreDue(number)),
                            Place.FIRST_STEP));
        return switch (FailureHandling.retryPolicy(state).onExhausted()) {
            case PROCEED -> new Move(state, Place.NEXT_STEP);
            case NEXT_TURN ->
                    CursorMoves.isLastTurn(state)
                            ? new NextWorker(state, unfinished)
                            : new Move(state, Place.NEXT_STEP);
            case NEXT_AGENT -> new NextWorker(state, unfinished);
        };
    }

    /** Takes a counted route back to an earlier point; recovers when its uses are exhausted. */
    private static Consequence goBack(
            PipelineState state, String label, String stage, int timesMax) {
        var key = state.phaseKey() + "/" + label;
        int uses = state.usage().routeUses().get(key).getOrElse(0) + 1;
        var fault =
                Fault.of(
                        Fault.Kind.NEEDS_PERSON,
                        label + " sent the work back " + (uses - 1) + " times");
        if (uses > timesMax) return new Halt(state, fault);
        var counted =
                state.withUsage(
                        state.usage().withRouteUses(state.usage().routeUses().put(key, uses)));
        int target = state.workflow().indexOf(stage);
        return new Rewind(
                counted,
                fault,
                counted.usage().tally(),
                new Move(counted, new TurnOf(Math.max(0, target), 0)));
    }
}
