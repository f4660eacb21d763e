package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A forge that reports one finding at a time until the run has responded as often as it may, and
 * then merges. It leads through every turn of a delivery.
 */
final class ExhaustiveForge implements ExternalActors {
    @Override
    public Option<Command> comesBy(PipelineState state) {
        return Option.none();
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        var request = state.ledger().repository().request();
        return wait.awaited().exists(WaitCondition.PullRequestNews.class::isInstance)
                        && refused == 0
                ? request.link().map(link -> new Command.SeePullRequest(news(state, request)))
                : Option.none();
    }

    private static Observation news(PipelineState state, PullRequest request) {
        var head = request.heads().last();
        return finding(state, request)
                .map(
                        found ->
                                new Observation(
                                        1, head, Status.OPEN, Checks.FAILED, Vector.of(found)))
                .getOrElse(
                        () ->
                                new Observation(
                                        1, head, Status.MERGED, Checks.PASSED, Vector.empty()));
    }

    private static Option<Finding> finding(PipelineState state, PullRequest request) {
        return step(state)
                .flatMap(step -> step.bounds().flatMap(bounds -> next(step, bounds, request)))
                .map(
                        source ->
                                new Finding(
                                        "finding-" + request.handled().size(),
                                        source,
                                        "something is left to do",
                                        Option.none()));
    }

    private static Option<Source> next(
            Step.Forge step, DeliveryBounds bounds, PullRequest request) {
        var rounds = request.rounds();
        if (rounds.checks() < bounds.checks()) return Option.of(Source.CHECK);
        if (rounds.reviews() < bounds.reviews()) return Option.of(Source.COMMENT);
        return Option.when(
                rounds.updates() < bounds.updates()
                        && step.labels().contains(ForgeOperation.CONFLICT),
                Source.CONFLICT);
    }

    private static Option<Step.Forge> step(PipelineState state) {
        return state.currentStep().filter(Step.Forge.class::isInstance).map(Step.Forge.class::cast);
    }
}
