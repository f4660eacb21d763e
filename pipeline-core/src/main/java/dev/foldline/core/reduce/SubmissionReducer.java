package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.reduce.Consequence.Answer;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.RunRemedy.Halt;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Unlock;

import io.vavr.control.Option;

/**
 * Reduces the answer of an instructed worker: an external call, or the submission of an agent that
 * Foldline called.
 */
final class SubmissionReducer {
    private SubmissionReducer() {}

    /** Returns the tool of this name, if it may be used now. */
    static Option<Unlock> unlocked(PipelineState state, Step.WorkerRequest external, String tool) {
        return external.unlock(tool, state.tags(), state.failures())
                .filter(unlock -> state.failures() >= unlock.at());
    }

    /**
     * Continues as after the same external call. A submission that would be rejected in a call is
     * an invalid output.
     */
    static Consequence answered(
            PipelineState state, Step.WorkerRequest external, ArtifactAccepted event) {
        if (external.unlocks().exists(unlock -> unlock.tool().equals(event.label())))
            return unlocked(state, external, event.label())
                    .map(unlock -> used(brought(state, event), unlock, event))
                    .getOrElse(
                            () -> refuse(state, event, "the tool " + event.label() + " is locked"));
        if (!external.labels().isEmpty() && !external.labels().contains(event.label()))
            return refuse(
                    state,
                    event,
                    "it says "
                            + event.label()
                            + ", not one of "
                            + external.labels().mkString(", "));
        var missing =
                state.missing(external, event.submitted().put(external.argument(), event.label()));
        return missing.map(argument -> refuse(state, event, "it lacks " + argument))
                .getOrElse(
                        () ->
                                accepted(
                                        brought(state, event).withContinuation(Continuation.IDLE),
                                        external,
                                        event));
    }

    private static Consequence accepted(
            PipelineState state, Step.WorkerRequest external, ArtifactAccepted event) {
        return external.labels().isEmpty() ? new Answer(state) : new Label(state, event.label());
    }

    private static PipelineState brought(PipelineState state, ArtifactAccepted event) {
        return state.withLedger(
                state.ledger().brought(event.submitted(), state.isInstructedAgain()));
    }

    /** If the run halts for help, the submission is kept with the fault. */
    private static Consequence used(PipelineState state, Unlock unlock, ArtifactAccepted event) {
        return unlock.route() instanceof Route.Halt(var why) && !RecoveryHandling.isClosing(state)
                ? new Halt(
                        state, Fault.of(Fault.Kind.NEEDS_PERSON, why).withOutput(event.content()))
                : new Label(state, unlock.tool(), unlock.route());
    }

    private static Consequence refuse(PipelineState state, ArtifactAccepted event, String why) {
        return new Failure(
                state, Fault.of(Fault.Kind.OUTPUT_INVALID, why).withOutput(event.content()));
    }
}
