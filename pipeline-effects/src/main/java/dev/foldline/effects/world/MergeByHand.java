package dev.foldline.effects.world;

import static dev.foldline.effects.world.ByHand.failed;
import static dev.foldline.effects.world.ByHand.local;

import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.BranchOutcome.State;
import dev.foldline.effects.git.Git.Target;
import java.io.IOException;
import java.util.Optional;

/**
 * The merge of a pull request's branch into its base, typed as a person would, and its end: the branch goes. A person may have done any
 * part of it before, or a driver that died.
 */
record MergeByHand(RunContext run) {

    Event merge(long ticket, MergeBranch effect) throws IOException {
        if (effect.branch().isEmpty()) return stopped(ticket, "no branch is known to merge");
        var git = run.git();
        git.undoHalfMove();
        var unfinished = git.unfinishedOperation();
        if (unfinished.isPresent()) return stopped(ticket, "a " + unfinished.get() + " is half done in this working tree; finish it or give it up, then foldline retry");
        var dirty = new ByHand(run).uncommitted();
        if (!dirty.isEmpty()) return stopped(ticket, "there is uncommitted work in " + String.join(", ", dirty) + "; commit or stash it, then foldline retry");
        var base = base(effect);
        if (!(git.branch(effect.branch().get()) instanceof State.At(var tip, _))) return seen(ticket, effect) instanceof MergeLanded landed ? landed
                : stopped(ticket, "there is no branch '" + effect.branch().get() + "', and " + base + " does not hold what was on it; give the pull request up with foldline reset");
        if (isIn(base, tip, ticket, effect)) return deleted(ticket, effect.branch().get(), base);
        return effect.head().exists(head -> !head.equals(tip)) ? stopped(ticket, "the branch '" + effect.branch().get() + "' is at " + tip
                + " and not at " + effect.head().get() + ", where it was when it was counted; take off it what came since, then foldline retry") : merged(ticket, effect, tip);
    }

    private Event merged(long ticket, MergeBranch effect, String tip) throws IOException {
        var git = run.git();
        var hand = new ByHand(run);
        var branch = effect.branch().get();
        var base = base(effect);
        var from = git.head();
        var refused = hand.checkout(base).orElse(() -> hand.pull(base));
        if (refused.isDefined()) {
            hand.goBack(from);
            return stopped(ticket, refused.get());
        }
        git.restoreRef(run.mergeRef(ticket), git.resolve(run.mergeRef(ticket)), Optional.of(tip));
        var merged = git.typedMove(new Target.Joined(tip), "merge", "--no-ff", branch);
        if (merged.succeeded()) return deleted(ticket, branch, base);
        hand.goBack(from);
        return stopped(ticket, merged.conflicts().isEmpty() ? "git merge --no-ff " + branch + ": " + merged.said()
                : "ERROR: Automated merge failed due to a conflict. Please resolve the conflict in branch '" + branch + "' and merge it to "
                + base + " manually. Then, delete the branch and the 'ACTIVE_PR.json' file before restarting the agent to continue with the next PR.");
    }

    /** Git keeps a branch whose remote one has other commits, though all of it is in the base: then it is told that it may go. */
    private Event deleted(long ticket, String branch, String base) throws IOException {
        var git = run.git();
        var hand = new ByHand(run);
        var refused = git.head().branch().equals(Optional.of(base)) ? hand.typed("branch", "-d", branch)
                : hand.checkout(base).orElse(() -> hand.typed("branch", "-d", branch));
        if (refused.isDefined() && isInBase(base, branch)) refused = hand.typed("branch", "-D", branch);
        return refused.isDefined() ? stopped(ticket, refused.get())
                : git.branch(base) instanceof State.At(var at, _) ? new MergeLanded(ticket, base, at) : stopped(ticket, "there is no branch " + base);
    }

    private boolean isInBase(String base, String branch) throws IOException {
        return run.git().head().branch().equals(Optional.of(base)) && run.git().branch(branch) instanceof State.At(var tip, _)
                && run.git().isAncestor(tip, run.git().head().commit());
    }

    /** Done if the branch is gone and its commit is in the base, whoever merged it. */
    Event seen(long ticket, MergeBranch effect) throws IOException {
        run.git().undoHalfMove();
        var gone = effect.branch().isDefined() && run.git().branch(effect.branch().get()) instanceof State.NoSuchBranch;
        var submitted = submitted(ticket, effect);
        return gone && submitted.isPresent() && run.git().branch(base(effect)) instanceof State.At(var at, _) && run.git().isAncestor(submitted.get(), at)
                ? new MergeLanded(ticket, base(effect), at) : new NotDone(ticket);
    }

    /** Whether base has the branch, and with it what was submitted. */
    private boolean isIn(String base, String tip, long ticket, MergeBranch effect) throws IOException {
        var submitted = submitted(ticket, effect);
        return submitted.isPresent() && run.git().branch(base) instanceof State.At(var at, _)
                && run.git().isAncestor(tip, at) && run.git().isAncestor(submitted.get(), at);
    }

    /** The commit the branch was at, as far as it is known and there. */
    private Optional<String> submitted(long ticket, MergeBranch effect) throws IOException {
        return run.git().resolve(effect.head().getOrElse(run.mergeRef(ticket)));
    }

    private static String base(MergeBranch effect) { return local(effect.base().getOrElse("main")); }

    private static Event stopped(long ticket, String why) { return failed(ticket, Kind.NEEDS_PERSON, why); }
}
