package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge.Taking;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.ReleaseWorktree;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/** Creates the effect of a git step. */
final class GitEffectFactory {
    private GitEffectFactory() {}

    private static final String MESSAGE = "commit_message";

    private static final String MERGE_MESSAGE = "merge_message";

    static Effect git(PipelineState state, Step.Git step) {
        var repository = state.ledger().repository();
        return switch (step.operation()) {
            case OPEN_BRANCH -> openBranch(state, state.policy().branching());
            case INSPECT -> new InspectTree(state.effectKey(), repository.excludedPaths());
            case COMMIT -> commit(state, step);
            case OBSERVE -> observe(state);
            case PREPARE_MERGE -> prepareMerge(state);
            case SQUASH -> item(state, Option.none());
            case REBASE_ITEM -> item(state, Option.of(Taking.REBASED));
            case MARK -> item(state, Option.of(Taking.MARKED));
            case SQUASH_OWN ->
                    merge(
                            state,
                            state.policy().branching().base(),
                            itemMessage(state),
                            repository.branch(),
                            Option.none());
            case LAND_MERGE -> landMerge(state, step);
            case COUNT -> count(state);
            case GATHER -> gather(state);
            case RESET -> new GitEffect.ResetTree(state.effectKey(), repository.excludedPaths());
            case RESET_TO_VERIFIED -> resetToVerified(state);
            case MERGE -> mergeBranch(state);
            case RELEASE_WORKTREE -> leaveTree(state);
            case RELEASE_ITEM_WORKTREE -> leaveItem(state);
            case REBASE -> rebase(state);
        };
    }

    private static Effect commit(PipelineState state, Step.Git step) {
        var repository = state.ledger().repository();
        return new CommitWork(
                state.effectKey(),
                state.ledger()
                        .artifacts()
                        .get(MESSAGE)
                        .orElse(() -> state.ledger().broughtLast(MESSAGE)),
                repository.branch(),
                repository.head(),
                step.reliesOn().flatMap(_ -> repository.tree()),
                repository.excludedPaths(),
                state.worker(),
                repository.local().known());
    }

    private static Effect observe(PipelineState state) {
        var repository = state.ledger().repository();
        return new GitEffect.ObserveWork(
                state.effectKey(),
                repository.branch(),
                repository.head(),
                state.worker(),
                repository.excludedPaths());
    }

    private static Effect prepareMerge(PipelineState state) {
        return merge(
                state,
                state.policy().branching().base(),
                state.ledger().artifacts().get(MERGE_MESSAGE),
                Option.none(),
                Option.none());
    }

    private static Effect landMerge(PipelineState state, Step.Git step) {
        var repository = state.ledger().repository();
        return new LandMerge(
                state.effectKey(),
                repository.candidate(),
                step.reliesOn().flatMap(_ -> repository.tree()));
    }

    private static Effect count(PipelineState state) {
        var repository = state.ledger().repository();
        return new GitEffect.CountCommits(
                state.effectKey(),
                state.policy().branching().base(),
                repository.excludedPaths(),
                repository.branch());
    }

    private static Effect gather(PipelineState state) {
        var repository = state.ledger().repository();
        return new GitEffect.GatherWork(
                state.effectKey(),
                repository.branch(),
                repository.base(),
                repository.head(),
                repository.excludedPaths());
    }

    private static Effect resetToVerified(PipelineState state) {
        var repository = state.ledger().repository();
        return new GitEffect.ResetTree(
                state.effectKey(),
                repository.excludedPaths(),
                state.items()
                        .verified()
                        .map(
                                tree ->
                                        new GitEffect.ResetTree.Verified(
                                                repository.branch(),
                                                repository
                                                        .base()
                                                        .orElse(state.policy().branching().base()),
                                                tree)));
    }

    private static Effect mergeBranch(PipelineState state) {
        var repository = state.ledger().repository();
        return new GitEffect.MergeBranch(
                state.effectKey(),
                repository.branch(),
                state.policy().branching().base(),
                repository.tree().flatMap(_ -> repository.head()));
    }

    private static Effect leaveTree(PipelineState state) {
        var repository = state.ledger().repository();
        return new ReleaseWorktree(
                state.effectKey(),
                repository
                        .branch()
                        .filter(_ -> state.policy().branching() instanceof Branching.OwnTree));
    }

    private static Effect rebase(PipelineState state) {
        var repository = state.ledger().repository();
        return new RebaseBranch(
                state.effectKey(),
                repository.branch(),
                repository.head(),
                state.policy().branching().base(),
                repository.excludedPaths(),
                repository.base());
    }

    /**
     * The work of an item without its own branch started at the run's branch and is merged into it.
     */
    private static Effect item(PipelineState state, Option<Taking> taking) {
        return merge(
                state,
                state.item()
                        .flatMap(state.items()::childBranch)
                        .flatMap(_ -> state.ledger().repository().branch())
                        .orElse(state.policy().branching().base()),
                itemMessage(state),
                state.item().flatMap(state.items()::branch),
                taking);
    }

    private static Option<String> itemMessage(PipelineState state) {
        return state.item()
                .flatMap(item -> state.ledger().artifacts().get(MERGE_MESSAGE + "/" + item.id()));
    }

    private static Effect merge(
            PipelineState state,
            Option<String> target,
            Option<String> message,
            Option<String> squashed,
            Option<Taking> taking) {
        var repository = state.ledger().repository();
        return new PrepareMerge(
                state.effectKey(),
                target,
                message,
                repository.branch(),
                repository.head(),
                repository.excludedPaths(),
                squashed,
                taking);
    }

    private static Effect leaveItem(PipelineState state) {
        var child = state.item().flatMap(item -> state.items().child(item.id()));
        return new ReleaseWorktree(
                state.effectKey(),
                child.flatMap(_ -> state.item()).flatMap(state.items()::branch),
                child.map(Child::run));
    }

    private static Effect openBranch(PipelineState state, Branching branching) {
        return new OpenBranch(
                state.effectKey(),
                branching,
                branching instanceof Branching.Titled(var artifact, _)
                        ? state.ledger().artifacts().get(artifact)
                        : Option.none());
    }
}
