package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.reduce.RunRemedy.Conclusion;
import dev.foldline.core.state.CommitSquash;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.state.Ledger.Repository;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Reduces the outcome of a git operation. */
public final class GitReducer {
    private GitReducer() {}

    public static Consequence reduce(PipelineState state, GitEvent event) {
        if (!state.awaits(event.ticket())) return new Stay(state);
        if (!(state.slots().inFlight().running().getOrNull() instanceof GitEffect effect))
            return new Stay(state);
        if (!answers(effect, event)) return new Stay(state);
        var answered = state.answered();
        return switch (event) {
            case BranchOpened e ->
                    stepDone(
                            on(
                                    answered,
                                    repository(state)
                                            .opened(
                                                    e.branch(),
                                                    e.base(),
                                                    e.tree(),
                                                    e.protectedPaths(),
                                                    e.local())));
            case GitEvent.TreeInspected(_, var head, var tree, var label) ->
                    new Label(
                            on(gathered(answered, effect), repository(state).withTree(head, tree)),
                            isReviewed(state, tree) ? label : GitOperation.STALE);
            case GitEvent.TreeReset e -> stepDone(reset(answered, e));
            case WorkCommitted e -> committed(leaving(unrejected(answered), e.local()), e);
            case GitEvent.WorkObserved e -> ReviewReducer.observed(answered, e);
            case GitEvent.CommitSkipped(_, _, var local) ->
                    stepDone(leaving(unrejected(answered), local));
            case GitEvent.TreeMoved(_, var tree, var changed) ->
                    stale(on(answered, repository(state).withTree(tree)), changed);
            case GitEvent.BranchRebased(_, var head, var tree, var base) ->
                    stepDone(on(answered, repository(state).moved(head, tree).startingAt(base)));
            case GitEvent.MergePrepared(_, var head, var candidate) ->
                    prepared(answered, head, candidate);
            case GitEvent.MergeLanded _ -> new Label(spent(answered), "landed");
            case GitEvent.MergeOvertaken _ -> new Label(spent(answered), "overtaken");
            case GitEvent.WorktreeReleased _ -> stepDone(answered);
            case GitEvent.WorkSaved _ -> new Conclusion(answered, Option.of(effect));
        };
    }

    /** Gathered work takes its commits back. */
    private static PipelineState gathered(PipelineState answered, GitEffect effect) {
        return effect instanceof GitEffect.GatherWork
                ? answered.withLedger(CommitSquash.record(answered.ledger()))
                : answered;
    }

    private static Consequence stepDone(PipelineState state) {
        return new Move(state, Place.NEXT_STEP);
    }

    /** Returns whether no review is relied on, or it was a review of this tree. */
    private static boolean isReviewed(PipelineState state, String tree) {
        return state.currentStep()
                .flatMap(step -> step instanceof Step.Git git ? git.review() : Option.none())
                .forAll(review -> state.ledger().findings().isProven(review, tree));
    }

    /** Returns whether such an effect can report this event. */
    private static boolean answers(GitEffect effect, GitEvent event) {
        return switch (event) {
            case BranchOpened _ -> effect instanceof GitEffect.OpenBranch;
            case GitEvent.TreeInspected _ ->
                    effect instanceof GitEffect.InspectTree
                            || effect instanceof GitEffect.CountCommits
                            || effect instanceof GitEffect.GatherWork;
            case GitEvent.TreeReset _ -> effect instanceof GitEffect.ResetTree;
            case WorkCommitted _, GitEvent.CommitSkipped _, GitEvent.TreeMoved _ ->
                    effect instanceof GitEffect.CommitWork;
            case GitEvent.WorkObserved _ -> effect instanceof GitEffect.ObserveWork;
            case GitEvent.BranchRebased _ ->
                    effect instanceof GitEffect.RebaseBranch || isMarked(effect);
            case GitEvent.MergePrepared _ ->
                    effect instanceof GitEffect.PrepareMerge && !isMarked(effect);
            case GitEvent.MergeLanded _ ->
                    effect instanceof GitEffect.LandMerge
                            || effect instanceof GitEffect.MergeBranch;
            case GitEvent.MergeOvertaken _ -> effect instanceof GitEffect.LandMerge;
            case GitEvent.WorktreeReleased _ -> effect instanceof GitEffect.ReleaseWorktree;
            case GitEvent.WorkSaved _ -> effect instanceof GitEffect.SaveWork;
        };
    }

    /** A commit with conflict markers must never land. */
    private static boolean isMarked(GitEffect effect) {
        return effect instanceof GitEffect.PrepareMerge merge
                && merge.taking().contains(GitEffect.PrepareMerge.Taking.MARKED);
    }

    private static PipelineState reset(PipelineState state, GitEvent.TreeReset event) {
        var ledger = state.ledger();
        return state.withLedger(
                ledger.withCommits(ledger.commits().appendAll(event.committed()))
                        .withRepository(ledger.repository().moved(event.head(), event.tree())));
    }

    private static Consequence prepared(PipelineState state, String head, Candidate candidate) {
        return stepDone(
                on(
                        state,
                        repository(state)
                                .moved(head, candidate.tree())
                                .preparing(Option.of(candidate))));
    }

    private static PipelineState spent(PipelineState state) {
        return on(state, repository(state).preparing(Option.none()));
    }

    /**
     * A hook may have changed the checked tree. In that case the check runs again before the next
     * step.
     */
    private static Consequence committed(PipelineState state, WorkCommitted event) {
        var ledger = state.ledger();
        var moved =
                state.withLedger(
                        ledger.withCommits(
                                        ledger.commits()
                                                .append(
                                                        new Commit(
                                                                event.commit(),
                                                                event.tree(),
                                                                event.subject())))
                                .withRepository(
                                        ledger.repository().moved(event.commit(), event.tree())));
        var proven =
                state.currentStep()
                        .forAll(
                                step ->
                                        !(step instanceof Step.Git(_, _, var check))
                                                || check.forAll(moved.ledger()::isProven));
        return proven ? stepDone(moved) : stale(moved, Vector.empty());
    }

    private static PipelineState leaving(PipelineState state, Vector<LocalContent> local) {
        var repository = repository(state);
        return on(state, repository.with(repository.local().leaving(local)));
    }

    private static PipelineState unrejected(PipelineState state) {
        return state.withLedger(state.ledger().withFindings(state.ledger().findings().committed()));
    }

    /**
     * The third rejection for the same reason halts the run, because earlier recoveries did not
     * help.
     */
    static Consequence rejected(PipelineState state, Fault fault, Option<String> fingerprint) {
        var counted =
                state.withLedger(
                        state.ledger()
                                .withFindings(state.ledger().findings().rejected(fingerprint)));
        int times = counted.ledger().findings().timesRejected();
        return times < Findings.SAME_REJECTION_MAX
                ? new Failure(counted, fault)
                : new Failure(
                        counted,
                        new Fault(
                                Fault.Kind.STUCK,
                                "the commit was rejected "
                                        + times
                                        + " times in a row for the same reason, whatever was"
                                        + " changed in between; last: "
                                        + fault.message(),
                                Option.none(),
                                fault.output()),
                        Fault.Remedy.HALT);
    }

    private static Consequence stale(PipelineState state, Vector<String> changed) {
        return new Failure(state, StaleEvidence.ofTree(changed));
    }

    private static Repository repository(PipelineState state) {
        return state.ledger().repository();
    }

    private static PipelineState on(PipelineState state, Repository repository) {
        return state.withLedger(state.ledger().withRepository(repository));
    }
}
