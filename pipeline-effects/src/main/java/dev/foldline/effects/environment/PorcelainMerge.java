package dev.foldline.effects.environment;

import static dev.foldline.effects.environment.GitCli.failed;
import static dev.foldline.effects.environment.GitCli.local;

import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.BranchOutcome.State;
import dev.foldline.effects.git.Git.Target;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Merges a pull request's branch into its base with ordinary git commands, then deletes the branch.
 * The user or a driver that died may already have done any part of it.
 */
record PorcelainMerge(RunContext run) {

    /** The tip of the last merge that was tried, for a retry, which has another ticket. */
    private static final long ANY_TICKET = 0;

    Event merge(long ticket, MergeBranch effect) throws IOException {
        if (effect.branch().isEmpty()) return stopped(ticket, "no branch is known to merge");
        var git = run.git();
        git.undoHalfMove();
        var unfinished = git.unfinishedOperation();
        if (unfinished.isPresent())
            return stopped(
                    ticket,
                    "a "
                            + unfinished.get()
                            + " is half done in this working tree; finish it or give it up, then"
                            + " foldline retry");
        var dirty = new GitCli(run).uncommitted();
        if (!dirty.isEmpty())
            return stopped(
                    ticket,
                    "there is uncommitted work in "
                            + String.join(", ", dirty)
                            + "; commit or stash it, then foldline retry");
        var base = base(effect);
        if (!(git.branch(effect.branch().get()) instanceof State.At(var tip, _)))
            return mergedElsewhere(ticket, effect);
        if (isIn(base, tip, ticket, effect)) return deleted(ticket, effect.branch().get(), base);
        return effect.head().exists(head -> !head.equals(tip))
                ? stopped(
                        ticket,
                        "the branch '"
                                + effect.branch().get()
                                + "' is at "
                                + tip
                                + " and not at "
                                + effect.head().get()
                                + ", where it was when it was counted; take off it what came since,"
                                + " then foldline retry")
                : merged(ticket, effect, tip);
    }

    /**
     * Handles a branch the user has deleted. If it was merged at the remote, the base contains it
     * only after a pull.
     */
    private Event mergedElsewhere(long ticket, MergeBranch effect) throws IOException {
        var base = base(effect);
        if (observe(ticket, effect) instanceof MergeLanded here) return here;
        var hand = new GitCli(run);
        var refused = hand.checkout(base).orElse(() -> hand.pull(base));
        if (refused.isDefined()) return stopped(ticket, refused.get());
        return observe(ticket, effect) instanceof MergeLanded there
                ? there
                : stopped(
                        ticket,
                        "there is no branch '"
                                + effect.branch().get()
                                + "', and "
                                + base
                                + " does not hold what was on it; if that is as it should be, give"
                                + " the pull request up with foldline reset");
    }

    private Event merged(long ticket, MergeBranch effect, String tip) throws IOException {
        var git = run.git();
        var hand = new GitCli(run);
        var branch = effect.branch().get();
        var base = base(effect);
        var from = git.head();
        var refused = hand.checkout(base).orElse(() -> hand.pull(base));
        if (refused.isDefined()) {
            hand.goBack(from);
            return stopped(ticket, refused.get());
        }
        for (var ref : List.of(run.mergeRef(ticket), run.mergeRef(ANY_TICKET)))
            git.restoreRef(ref, git.resolve(ref), Optional.of(tip));
        var merged = git.typedMove(new Target.Joined(tip), "merge", "--no-ff", branch);
        if (merged.succeeded()) return deleted(ticket, branch, base);
        hand.goBack(from);
        return stopped(
                ticket,
                merged.conflicts().isEmpty()
                        ? "git merge --no-ff " + branch + ": " + merged.said()
                        : MergeBranch.CONFLICT
                                + " Please resolve the conflict in branch '"
                                + branch
                                + "' and merge it to "
                                + base
                                + " manually. Then, delete the branch and the 'ACTIVE_PR.json' file"
                                + " before restarting the agent to continue with the next PR.");
    }

    /**
     * Git refuses to delete a branch whose remote has other commits, even if the base contains all
     * of it; in that case the deletion is forced.
     */
    private Event deleted(long ticket, String branch, String base) throws IOException {
        var git = run.git();
        var hand = new GitCli(run);
        var refused =
                git.head().branch().equals(Optional.of(base))
                        ? hand.typed("branch", "-d", branch)
                        : hand.checkout(base).orElse(() -> hand.typed("branch", "-d", branch));
        if (refused.isDefined() && isInBase(base, branch))
            refused = hand.typed("branch", "-D", branch);
        return refused.isDefined()
                ? stopped(ticket, refused.get())
                : git.branch(base) instanceof State.At(var at, _)
                        ? new MergeLanded(ticket, base, at)
                        : stopped(ticket, "there is no branch " + base);
    }

    private boolean isInBase(String base, String branch) throws IOException {
        return run.git().head().branch().equals(Optional.of(base))
                && run.git().branch(branch) instanceof State.At(var tip, _)
                && run.git().isAncestor(tip, run.git().head().commit());
    }

    /**
     * The merge is done if the branch is gone and the base contains its commit, however that
     * happened.
     */
    Event observe(long ticket, MergeBranch effect) throws IOException {
        run.git().undoHalfMove();
        var gone =
                effect.branch().isDefined()
                        && run.git().branch(effect.branch().get()) instanceof State.NoSuchBranch;
        var submitted = submitted(ticket, effect);
        return gone
                        && submitted.isPresent()
                        && run.git().branch(base(effect)) instanceof State.At(var at, _)
                        && run.git().isAncestor(submitted.get(), at)
                ? new MergeLanded(ticket, base(effect), at)
                : new NotDone(ticket);
    }

    /** Returns whether the base contains the branch, including the submitted commit. */
    private boolean isIn(String base, String tip, long ticket, MergeBranch effect)
            throws IOException {
        var submitted = submitted(ticket, effect);
        return submitted.isPresent()
                && run.git().branch(base) instanceof State.At(var at, _)
                && run.git().isAncestor(tip, at)
                && run.git().isAncestor(submitted.get(), at);
    }

    /** Returns the commit the branch was at, if it is known and exists. */
    private Optional<String> submitted(long ticket, MergeBranch effect) throws IOException {
        var git = run.git();
        var known = git.resolve(effect.head().getOrElse(run.mergeRef(ticket)));
        return known.isPresent() || effect.head().isDefined()
                ? known
                : git.resolve(run.mergeRef(ANY_TICKET));
    }

    private static String base(MergeBranch effect) {
        return local(effect.base().getOrElse("main"));
    }

    private static Event stopped(long ticket, String why) {
        return failed(ticket, Kind.NEEDS_PERSON, why);
    }
}
