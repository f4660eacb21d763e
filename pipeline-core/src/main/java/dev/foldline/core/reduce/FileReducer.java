package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.reduce.Consequence.Answer;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Sequence;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;

import io.vavr.control.Option;

import java.util.function.UnaryOperator;

/** Reduces the outcome of a file effect. */
public final class FileReducer {
    private FileReducer() {}

    public static Consequence reduce(PipelineState state, FileEvent event) {
        if (!state.awaits(event.ticket()) || !state.isFree()) return new Stay(state);
        return switch (event) {
            case FileEvent.ArtifactsCleaned _ -> cleaned(state);
            case FileEvent.PromptRendered(_, var prompt) -> prompted(state, prompt);
            case ArtifactAccepted e -> accepted(state, e);
            case ArtifactRefused(_, var name, var why, var content, var fingerprint) ->
                    collects(state, name)
                            ? refuse(state.answered(), why, content, fingerprint)
                            : new Stay(state);
        };
    }

    /** Continues the most urgent slot that requested the cleaning. */
    private static Consequence cleaned(PipelineState state) {
        var slots = state.slots();
        if (slots.recovery() instanceof Recovery.CleanDue(var failure))
            return pastClean(state, next -> next.withRecovery(new Recovery.Watching(failure)));
        if (slots.retry() instanceof Retry.Due(var setback))
            return pastClean(state, next -> next.withRetry(new Retry.Running(setback)));
        return switch (slots.continuation()) {
            case Continuation.MoreDue(var n) ->
                    continuing(state, new Continuation.Running(Continuation.Kind.MORE, n));
            case Continuation.RedoDue(var n) ->
                    continuing(state, new Continuation.Running(Continuation.Kind.REDO, n));
            case Continuation.AnswerDue(var n) ->
                    continuing(state, new Continuation.Running(Continuation.Kind.ANSWER, n));
            case Continuation.Idle _, Continuation.Running _ ->
                    state.currentStep().exists(Step.Clean.class::isInstance)
                            ? new Move(state.answered(), Place.NEXT_STEP)
                            : new Stay(state);
        };
    }

    private static Consequence continuing(PipelineState state, Continuation slot) {
        return pastClean(state, next -> next.withContinuation(slot));
    }

    /** Skips the segment's own clean step. Only then does the slot advance. */
    private static Consequence pastClean(PipelineState state, UnaryOperator<PipelineState> slot) {
        return new Sequence(
                new Move(state.answered(), Place.PAST_CLEAN), next -> new Stay(slot.apply(next)));
    }

    private static Consequence prompted(PipelineState state, String prompt) {
        if (state.slots().recovery() instanceof Recovery.FixDue(var failure))
            return new Stay(
                    state.answered().withRecovery(new Recovery.FixPrompted(failure, prompt)));
        return state.currentStep().exists(Step.Prompt.class::isInstance)
                ? new Move(
                        state.answered().withLedger(state.ledger().withPrompt(Option.of(prompt))),
                        Place.NEXT_STEP)
                : new Stay(state);
    }

    private static Consequence accepted(PipelineState state, ArtifactAccepted event) {
        if (state.currentStep().getOrNull() instanceof Step.WorkerRequest external
                && external.artifact().contains(event.artifact()))
            return SubmissionReducer.answered(state.answered(), external, event);
        if (!(state.currentStep().getOrNull()
                instanceof Step.Collect(var name, var labels, var list))) return new Stay(state);
        if (!name.equals(event.artifact())) return new Stay(state);
        if (!labels.isEmpty() && !labels.contains(event.label()))
            return refuse(
                    state.answered(),
                    (event.label().isEmpty() ? "its status is" : "it says " + event.label() + ",")
                            + " not one of "
                            + labels.mkString(", "),
                    Option.of(event.content()),
                    Option.none());
        var ledger = state.ledger();
        var findings =
                labels.isEmpty()
                        ? ledger.findings()
                        : approved(state, name, event.label())
                                .stated(name, state.at(), event.label());
        var kept =
                state.answered()
                        .withLedger(
                                ledger.withArtifacts(ledger.artifacts().put(name, event.content()))
                                        .withFindings(findings));
        var planned =
                list.map(
                                items ->
                                        kept.items()
                                                .planned(
                                                        items,
                                                        event.items(),
                                                        kept.policy().limits().itemsMax()))
                        .map(kept::withItems)
                        .getOrElse(kept);
        if (labels.isEmpty()) return new Answer(planned);
        return AdviceHandling.isAdvised(planned)
                ? AdviceHandling.followed(planned, event)
                : new Label(
                        judged(planned, name, event.label()), routeKey(state, name, event.label()));
    }

    /** Work that another agent accepts is progress. */
    private static PipelineState judged(PipelineState state, String artifact, String label) {
        var route = state.route(routeKey(state, artifact, label));
        return route instanceof Route.More ? state : state.withAgents(state.agents().productive());
    }

    /**
     * A review that ends its phase is evidence for the tree that the agent was called for. A check
     * of the same name still has to run.
     */
    private static Findings approved(PipelineState state, String name, String label) {
        var findings = state.ledger().findings();
        return state.ledger()
                .repository()
                .tree()
                .filter(_ -> state.phase().exists(phase -> approves(phase, name, label)))
                .filter(_ -> isReview(state.workflow(), name))
                .map(tree -> findings.passed(name, tree))
                .getOrElse(findings);
    }

    private static String routeKey(PipelineState state, String artifact, String label) {
        return state.phase().map(phase -> phase.routeKey(artifact, label)).getOrElse(label);
    }

    private static boolean approves(Phase phase, String artifact, String label) {
        return phase.routes().get(phase.routeKey(artifact, label)).contains(Route.NEXT_PHASE)
                && !phase.steps().exists(Step.Check.class::isInstance);
    }

    /** Returns whether a step compares its tree with the one of this review. */
    private static boolean isReview(Workflow workflow, String name) {
        return workflow.phases()
                .flatMap(Phase::steps)
                .exists(step -> step instanceof Step.Git git && git.review().contains(name));
    }

    private static Consequence refuse(
            PipelineState state, String why, Option<String> content, Option<String> fingerprint) {
        return new Failure(
                state,
                new Fault(Fault.Kind.OUTPUT_INVALID, why, Option.none(), content, fingerprint));
    }

    private static boolean collects(PipelineState state, String name) {
        return state.currentStep()
                .exists(
                        step ->
                                step instanceof Step.Collect(var expected, _, _)
                                                && expected.equals(name)
                                        || step instanceof Step.WorkerRequest external
                                                && external.artifact().contains(name));
    }
}
