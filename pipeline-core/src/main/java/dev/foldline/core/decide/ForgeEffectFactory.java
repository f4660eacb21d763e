package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeDecision;
import dev.foldline.core.change.FindingsText;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.CommitSquash;
import dev.foldline.core.state.FailedJobs;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.ThreadResponse;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Creates the effect of a step on the forge. */
final class ForgeEffectFactory {
    private ForgeEffectFactory() {}

    static Effect forge(PipelineState state, Step.Forge step) {
        var repository = state.ledger().repository();
        return switch (step.operation()) {
            case PUSH ->
                    new ForgeEffect.PushBranch(
                            state.effectKey(),
                            repository.branch(),
                            repository.request().heads().lastOption());
            case OPEN ->
                    new ForgeEffect.OpenRequest(
                            state.effectKey(),
                            repository.branch(),
                            state.policy().branching().base(),
                            state.header().task(),
                            subjects(state),
                            step.completion(),
                            notes(state),
                            state.ledger().artifacts(),
                            RequestResults.of(state));
            case UPDATE ->
                    new ForgeEffect.UpdateBranch(
                            state.effectKey(),
                            repository.branch(),
                            repository.request().link().map(Link::number).getOrElse(0L),
                            repository.excludedPaths());
            case AWAIT ->
                    due(state)
                            .<Effect>map(each -> each)
                            .getOrElse(() -> new Wait(awaited(state).toVector(), Option.none()));
        };
    }

    private static Vector<String> notes(PipelineState state) {
        var findings = state.ledger().findings();
        return FindingsText.notes(
                findings.change(),
                findings.changeDecision(state.policy())
                        .toVector()
                        .flatMap(ChangeDecision::reasons));
    }

    /** The subjects of the commits that are on the branch. */
    private static Vector<String> subjects(PipelineState state) {
        return CommitSquash.onBranch(state.ledger()).map(Commit::subject);
    }

    /** Returns what the run does about its pull request instead of waiting, if anything is due. */
    private static Option<ForgeEffect> due(PipelineState state) {
        return replies(state).<ForgeEffect>map(each -> each).orElse(() -> completing(state));
    }

    /** Returns the replies to remarks, if any are due after a push. They come before all else. */
    private static Option<ForgeEffect.ReplyToRemarks> replies(PipelineState state) {
        var request = state.ledger().repository().request();
        return waiting(state)
                .filter(_ -> request.dueReplies().nonEmpty())
                .flatMap(
                        step ->
                                request.link()
                                        .map(
                                                link ->
                                                        new ForgeEffect.ReplyToRemarks(
                                                                state.effectKey(),
                                                                link.number(),
                                                                request.dueReplies(),
                                                                resolves(step))));
    }

    private static boolean resolves(Step.Forge step) {
        return step.completion()
                .flatMap(RequestCompletion::threads)
                .contains(ThreadResponse.RESOLVE);
    }

    private static Option<ForgeEffect> completing(PipelineState state) {
        var request = state.ledger().repository().request();
        return waiting(state)
                .filter(_ -> request.isReadyDue())
                .flatMap(_ -> request.link())
                .<ForgeEffect>map(
                        link -> new ForgeEffect.MarkReady(state.effectKey(), link.number()))
                .orElse(() -> merge(state).map(each -> each));
    }

    /** Returns the merge that the run makes instead of waiting for more news, if it is due. */
    private static Option<ForgeEffect.MergeRequest> merge(PipelineState state) {
        var request = state.ledger().repository().request();
        return waiting(state)
                .filter(_ -> request.isMergeDue())
                .flatMap(Step.Forge::completion)
                .flatMap(RequestCompletion::merge)
                .flatMap(
                        method ->
                                request.link()
                                        .map(
                                                link ->
                                                        new ForgeEffect.MergeRequest(
                                                                state.effectKey(),
                                                                link.number(),
                                                                request.heads().last(),
                                                                method)));
    }

    private static Option<Step.Forge> waiting(PipelineState state) {
        return state.currentStep()
                .filter(_ -> state.expectsWork())
                .filter(Step.Forge.class::isInstance)
                .map(Step.Forge.class::cast)
                .filter(step -> step.operation() == ForgeOperation.AWAIT);
    }

    /** Returns what the run waits for on the forge, if nothing outranks it. */
    static Option<WaitCondition> awaited(PipelineState state) {
        return waiting(state)
                .filter(_ -> due(state).isEmpty())
                .map(step -> news(state, step.labels()));
    }

    private static WaitCondition news(PipelineState state, Vector<String> labels) {
        var request = state.ledger().repository().request();
        return new WaitCondition.PullRequestNews(
                request.link(),
                request.checks(),
                labels,
                request.refusal(),
                FailedJobs.known(request.pending()));
    }
}
