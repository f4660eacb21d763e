package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.Step;

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
                            state.ledger().commits().map(Commit::subject));
            case UPDATE ->
                    new ForgeEffect.UpdateBranch(
                            state.effectKey(),
                            repository.branch(),
                            repository.request().link().map(Link::number).getOrElse(0L),
                            repository.protectedPaths());
            case AWAIT -> new Wait(awaited(state).toVector(), Option.none());
        };
    }

    /** Returns what the run waits for on the forge, if nothing outranks it. */
    static Option<WaitCondition> awaited(PipelineState state) {
        return state.currentStep()
                .filter(_ -> state.expectsWork())
                .flatMap(
                        step ->
                                step instanceof Step.Forge(var operation, var labels, _)
                                                && operation == ForgeOperation.AWAIT
                                        ? Option.<WaitCondition>of(news(state, labels))
                                        : Option.none());
    }

    private static WaitCondition news(PipelineState state, Vector<String> labels) {
        var request = state.ledger().repository().request();
        return new WaitCondition.PullRequestNews(request.link(), request.checks(), labels);
    }
}
