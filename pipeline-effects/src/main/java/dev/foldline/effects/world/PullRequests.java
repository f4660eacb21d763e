package dev.foldline.effects.world;

import dev.foldline.core.effect.GitEffect.CountCommits;
import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.ResetTree;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.TreeSeen;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.projection.BranchName;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.artifact.tdd.TddFiles;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The branch of a pull request from its beginning to its merge. A worker outside commits on it, so the engine types the commands
 * that worker would type, in the order it was told.
 */
record PullRequests(RunContext run) {
    private static final String REMOTE = "origin/";

    /** On the base as it is now at its remote, a branch of its own. */
    Event open(long ticket, OpenBranch effect, Branching.Titled branching) throws IOException {
        var git = run.git();
        var dirty = git.dirty(ours()).stream().filter(path -> path.change() != DirtyPath.Change.UNTRACKED).map(path -> path.path()).toList();
        if (!dirty.isEmpty()) return failed(ticket, "there is uncommitted work in " + String.join(", ", dirty) + "; commit or stash it");
        var base = local(branching.baseBranch());
        var wanted = BranchName.of(title(effect));
        var refused = typed("checkout", base).orElse(() -> pulled(base)).orElse(() -> typed("checkout", "-b", free(wanted)));
        return refused.isEmpty() ? opened(ticket) : failed(ticket, refused.get());
    }

    /** A driver died behind the last of its commands if the branch is there and nothing is on it yet. */
    Event seenOpened(long ticket, OpenBranch effect, Branching.Titled branching) throws IOException {
        var head = run.git().head();
        var wanted = BranchName.of(title(effect));
        var onIt = head.branch().filter(name -> name.equals(wanted) || name.startsWith(wanted + "-")).isPresent();
        return onIt && run.git().branch(local(branching.baseBranch())) instanceof BranchOutcome.State.At(var at, _) && at.equals(head.commit())
                ? opened(ticket) : new NotDone(ticket);
    }

    Event count(long ticket, CountCommits effect) throws IOException {
        var base = local(effect.base().getOrElse("main"));
        var counted = run.git().typed("rev-list", "--count", base + "..HEAD");
        if (!counted.succeeded()) return failed(ticket, counted.said());
        var head = run.git().head().commit();
        return counted.out().equals("1") ? new TreeSeen(ticket, Option.of(head), tree(effect.kept()), "one")
                : new EffectFailed(ticket, Fault.of(Kind.CHECK_FAILED, "The branch must be exactly one commit on top of '" + base + "', but it has "
                        + counted.out() + ". Squash your commits into one and submit again."));
    }

    /** What is uncommitted can be had back from the private ref. */
    Event reset(long ticket, ResetTree effect) throws IOException {
        var git = run.git();
        git.saveWork(run.savedRef(ticket), "Work of run " + run.run() + " before its scope was reduced", ours());
        var clean = new ArrayList<>(List.of("clean", "-f", "-d", "-q", "-e", "/foldline.yaml", "-e", "/PROMPT.md"));
        effect.kept().forEach(path -> clean.addAll(List.of("-e", "/" + path)));
        var refused = typed("reset", "--hard", "HEAD").orElse(() -> typed(clean.toArray(String[]::new)));
        return refused.isEmpty() ? new TreeSeen(ticket, Option.of(git.head().commit()), tree(effect.kept()), "clean") : failed(ticket, refused.get());
    }

    /** Done again after a crash, the merge says that there is nothing to merge; a half merge of our branch is taken back first. */
    Event merge(long ticket, MergeBranch effect) throws IOException {
        if (effect.branch().isEmpty()) return needsPerson(ticket, "no branch is known to merge");
        var branch = effect.branch().get();
        var base = local(effect.base().getOrElse("main"));
        if (run.git().head().branch().filter(base::equals).isPresent() && run.git().unfinishedOperation().filter("merge"::equals).isPresent()) abort();
        var refused = typed("checkout", base).orElse(() -> pulled(base));
        if (refused.isDefined()) return needsPerson(ticket, refused.get());
        var merged = typed("merge", "--no-ff", branch);
        if (merged.isDefined()) return conflict(ticket, branch, base);
        var commit = run.git().head().commit();
        var deleted = typed("branch", "-d", branch);
        return deleted.isEmpty() ? new MergeLanded(ticket, base, commit) : needsPerson(ticket, deleted.get());
    }

    /** Done if the branch is gone and its commit is in the base. */
    Event seenMerged(long ticket, MergeBranch effect) throws IOException {
        var base = local(effect.base().getOrElse("main"));
        var gone = effect.branch().isDefined() && run.git().branch(effect.branch().get()) instanceof BranchOutcome.State.NoSuchBranch;
        return gone && run.git().branch(base) instanceof BranchOutcome.State.At(var at, _) && effect.head().isDefined()
                && run.git().resolve(effect.head().get()).isPresent() && run.git().isAncestor(effect.head().get(), at)
                ? new MergeLanded(ticket, base, at) : new NotDone(ticket);
    }

    private Event conflict(long ticket, String branch, String base) throws IOException {
        abort();
        typed("checkout", branch);
        return needsPerson(ticket, "ERROR: Automated merge failed due to a conflict. Please resolve the conflict in branch '" + branch + "' and merge it to "
                + base + " manually. Then, delete the branch and the 'ACTIVE_PR.json' file before restarting the agent to continue with the next PR.");
    }

    private void abort() throws IOException { run.git().typed("merge", "--abort"); }

    private Event opened(long ticket) throws IOException {
        var head = run.git().head();
        var kept = Vector.of(TddFiles.STATE, TddFiles.PLAN);
        return new BranchOpened(ticket, Option.ofOptional(head.branch()), head.commit(), tree(kept), kept);
    }

    private String title(OpenBranch effect) throws IOException {
        return effect.titled().isEmpty() ? "" : TddFiles.title(run.blobs().text(effect.titled().get()));
    }

    private Option<String> pulled(String base) {
        return hasRemote(base) ? typed("pull") : Option.none();
    }

    /** A branch that follows nothing has nothing to pull from. */
    private boolean hasRemote(String base) { return typed("config", "branch." + base + ".remote").isEmpty(); }

    private String free(String wanted) {
        try {
            return run.git().freeBranchName(wanted);
        } catch (IOException unseen) {
            return wanted;
        }
    }

    private static Exclusions ours() { return Exclusions.engine().and(List.copyOf(TddFiles.NAMES)); }

    private String tree(Vector<String> kept) throws IOException { return run.git().workTree(run.exclusions(kept)); }

    /** None if it succeeded, else what git said. */
    private Option<String> typed(String... words) {
        try {
            var said = run.git().typed(words);
            return said.succeeded() ? Option.none() : Option.of("git " + String.join(" ", words) + ": " + said.said());
        } catch (IOException fault) {
            return Option.of("git " + String.join(" ", words) + ": " + fault.getMessage());
        }
    }

    /** Of a branch that is only known from elsewhere, the one of the same name here. */
    private static String local(String name) { return name.startsWith(REMOTE) ? name.substring(REMOTE.length()) : name; }

    private static Event failed(long ticket, String why) { return new EffectFailed(ticket, Fault.of(Kind.GIT, why)); }

    private static Event needsPerson(long ticket, String why) { return new EffectFailed(ticket, Fault.of(Kind.NEEDS_PERSON, why)); }
}
