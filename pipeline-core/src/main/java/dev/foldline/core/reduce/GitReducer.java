package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.state.Ledger.Repository;
import dev.foldline.core.state.Hold;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Step;
import io.vavr.control.Option;

/** What became of git operations. */
public final class GitReducer {
    private GitReducer() {}

    public static PipelineState reduce(PipelineState state, GitEvent event) {
        if (!state.awaits(event.ticket())) return state;
        if (!(state.slots().inFlight().underway().getOrNull() instanceof GitEffect deed)) return state;
        if (!answers(deed, event)) return state;
        var answered = state.answered();
        return switch (event) {
            case BranchOpened e                         -> Moves.stepDone(on(answered, repository(state).opened(e.branch(), e.base(), e.tree(), e.kept())));
            case GitEvent.TreeSeen(_, var head, var tree, var label) -> Routes.follow(on(answered, repository(state).seen(head, tree)), label);
            case WorkCommitted e                        -> committed(answered, e);
            case GitEvent.WorkObserved e                -> Observing.observed(answered, e);
            case GitEvent.CommitSkipped _               -> Moves.stepDone(answered);
            case GitEvent.TreeMoved(_, var tree)        -> stale(on(answered, repository(state).seen(tree)));
            case GitEvent.BranchRebased(_, var head, var tree) -> Moves.stepDone(on(answered, repository(state).moved(head, tree)));
            case GitEvent.MergePrepared(_, var head, var candidate) -> prepared(answered, head, candidate);
            case GitEvent.MergeLanded _                 -> Routes.follow(spent(answered), "landed");
            case GitEvent.MergeOvertaken _              -> Routes.follow(spent(answered), "overtaken");
            case GitEvent.TreeLeft _                    -> Moves.stepDone(answered);
            case GitEvent.WorkSaved _                   -> saved(answered, Option.of(deed));
        };
    }

    /** Whether this is what such a deed reports. */
    private static boolean answers(GitEffect deed, GitEvent event) {
        return switch (event) {
            case BranchOpened _           -> deed instanceof GitEffect.OpenBranch;
            case GitEvent.TreeSeen _      -> deed instanceof GitEffect.LookAtTree || deed instanceof GitEffect.CountCommits || deed instanceof GitEffect.ResetTree
                    || deed instanceof GitEffect.GatherWork;
            case WorkCommitted _, GitEvent.CommitSkipped _, GitEvent.TreeMoved _ -> deed instanceof GitEffect.CommitWork;
            case GitEvent.WorkObserved _  -> deed instanceof GitEffect.ObserveWork;
            case GitEvent.BranchRebased _ -> deed instanceof GitEffect.RebaseBranch || isMarked(deed);
            case GitEvent.MergePrepared _ -> deed instanceof GitEffect.PrepareMerge && !isMarked(deed);
            case GitEvent.MergeLanded _    -> deed instanceof GitEffect.LandMerge || deed instanceof GitEffect.MergeBranch;
            case GitEvent.MergeOvertaken _ -> deed instanceof GitEffect.LandMerge;
            case GitEvent.TreeLeft _      -> deed instanceof GitEffect.LeaveTree;
            case GitEvent.WorkSaved _     -> deed instanceof GitEffect.SaveWork;
        };
    }

    /** What holds a conflict between markers can never land. */
    private static boolean isMarked(GitEffect deed) {
        return deed instanceof GitEffect.PrepareMerge merge && merge.taking().contains(GitEffect.PrepareMerge.Taking.MARKED);
    }

    private static PipelineState prepared(PipelineState state, String head, Candidate candidate) {
        return Moves.stepDone(on(state, repository(state).moved(head, candidate.tree()).preparing(Option.of(candidate))));
    }

    private static PipelineState spent(PipelineState state) {
        return on(state, repository(state).preparing(Option.none()));
    }

    /** A hook may have changed what was checked: then the check runs again before anything further. */
    private static PipelineState committed(PipelineState state, WorkCommitted event) {
        var ledger = state.ledger();
        var moved = state.with(ledger.withCommits(ledger.commits().append(new Commit(event.commit(), event.tree(), event.subject())))
                .withRepository(ledger.repository().moved(event.commit(), event.tree())));
        var proven = state.currentStep().forAll(step -> !(step instanceof Step.Git(_, _, var check))
                || check.forAll(moved.ledger()::isProven));
        return proven ? Moves.stepDone(moved) : stale(moved);
    }

    private static PipelineState stale(PipelineState state) {
        return Remedies.after(state, Fault.of(Fault.Kind.EVIDENCE_STALE, "the tree is not the one that was checked"));
    }

    /** The work is safe, or cannot be saved: the run ends or halts as it was going to. */
    static PipelineState saved(PipelineState state, Option<Deed> deed) {
        return switch (state.slots().recovery()) {
            case Recovery.Ending(var outcome)  -> ended(state, outcome);
            case Recovery.Halting(var failure) -> state.with(new Recovery.Halted(failure));
            case Recovery.Idle _, Recovery.FixDue _, Recovery.FixPrompted _, Recovery.CleanDue _, Recovery.Watching _,
                 Recovery.Passed _, Recovery.Halted _ -> ended(state, outcome(deed));
        };
    }

    /** No gate outlives its run: nobody could answer it. */
    private static PipelineState ended(PipelineState state, Outcome outcome) {
        return state.with(Hold.IDLE).with(new Life.Ended(outcome));
    }

    private static Outcome outcome(Option<Deed> deed) {
        return deed.flatMap(each -> each instanceof GitEffect.SaveWork save ? save.outcome() : Option.<Outcome>none())
                .getOrElse(Outcome.COMPLETED);
    }

    private static Repository repository(PipelineState state) { return state.ledger().repository(); }

    private static PipelineState on(PipelineState state, Repository repository) {
        return state.with(state.ledger().withRepository(repository));
    }
}
