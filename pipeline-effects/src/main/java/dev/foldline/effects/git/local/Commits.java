package dev.foldline.effects.git.local;

import dev.foldline.effects.git.BranchOutcome.RefMove;
import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.CommitOutcome;
import dev.foldline.effects.git.CommitOutcome.Care;
import dev.foldline.effects.git.CommitOutcome.Committed;
import dev.foldline.effects.git.CommitRequest;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Sighting;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.TicketTrailer;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.Ran;
import dev.foldline.effects.git.command.Workbench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Commits in the user's working tree, made by the git command from a private index. */
record Commits(Workbench bench, Reads reads, Trees trees) {
    /** More than any effect of ours adds; a reconcile need not walk a whole history that somebody swapped in. */
    private static final int SIGHTING_MAX = 10_000;

    private static final Pattern NO_IDENTITY = Pattern.compile(
            "Please tell me who you are|empty ident name|unable to auto-detect email address|no email was given");

    CommitOutcome commit(CommitRequest request) throws GitFault {
        Head head = reads.head();
        if (!head.equals(request.expected())) return new CommitOutcome.HeadMoved(head);
        Optional<String> unfinished = Unfinished.in(bench.place());
        if (unfinished.isPresent()) return new CommitOutcome.Unfinished(unfinished.get());
        Exclusions exclusions = request.exclusions();
        try (var staged = trees.stage(path -> !exclusions.covers(path))) {
            if (!staged.nested().isEmpty()) return new CommitOutcome.NestedRepositories(staged.nested());
            return commitStaged(request, staged.index());
        } catch (GitFault fault) {
            return outcomeOf(fault);
        }
    }

    Sighting find(String parent, String tip, Predicate<CommitInfo> sought) throws GitFault {
        if (reads.resolve(tip).isEmpty() || reads.resolve(parent).isEmpty()) return new Sighting.NotDone();
        return reads.log(parent, tip, SIGHTING_MAX).stream().filter(sought).findFirst()
                .<Sighting>map(Sighting.Found::new)
                .orElseGet(Sighting.NotDone::new);
    }

    /** By what we had git write into the reflog: no hook has a say in that. Where none is kept, nothing is found. */
    Sighting findByReflog(String parent, String tip, String branch, TicketTrailer trailer) throws GitFault {
        var log = bench.git("log", "--walk-reflogs", "--format=%H %gs", "--max-count=" + SIGHTING_MAX, branch, "--").run();
        if (!log.succeeded()) return new Sighting.NotDone();
        var made = log.text().lines().filter(line -> line.substring(line.indexOf(' ') + 1).startsWith(trailer.line() + ":"))
                .map(line -> line.substring(0, line.indexOf(' '))).toList();
        return find(parent, tip, commit -> made.contains(commit.hash()));
    }

    private CommitOutcome commitStaged(CommitRequest request, PrivateIndex index) throws GitFault {
        String parent = request.expected().commit();
        String tree = trees.write(index);
        if (request.expectedTree().isPresent() && !request.expectedTree().get().equals(tree)) {
            return new CommitOutcome.TreeMoved(tree);
        }
        if (tree.equals(reads.commit(parent).tree())) {
            trees.settleIndex(parent, request.exclusions());
            return new CommitOutcome.NothingToCommit();
        }
        List<String> taken = excludedBetween(parent, tree, request.exclusions());
        if (!taken.isEmpty()) return new CommitOutcome.TookExcluded(taken);
        // Git would commit from our private index all the same, and leave the user's index a commit behind.
        Optional<Path> held = bench.waitForIndexLock();
        if (held.isPresent()) return new CommitOutcome.Locked(held.get().toString());
        CommitOutcome refusal = callGit(request, index);
        // The branch tells whether a commit was made; an exit code may be that of what came after it.
        String tip = reads.head().commit();
        return tip.equals(parent) ? refusal : judge(request, tree, tip);
    }

    /** What to make of it if the branch has not moved. */
    private CommitOutcome callGit(CommitRequest request, PrivateIndex index) throws GitFault {
        try {
            Ran ran = index.use(bench.git("commit", "--quiet", "--cleanup=whitespace", "--no-status", "-F", "-"))
                    .fed(GitCommand.utf8(request.trailer().appendedTo(request.message())))
                    .with("GIT_REFLOG_ACTION", request.trailer().line())
                    .runningHooks().patiently();
            return refusal(ran);
        } catch (GitFault fault) {
            return outcomeOf(fault);
        }
    }

    private CommitOutcome judge(CommitRequest request, String stagedTree, String tip) throws GitFault {
        String parent = request.expected().commit();
        TicketTrailer trailer = request.trailer();
        Sighting seen = find(parent, tip, commit -> trailer.isIn(commit.message()));
        CommitInfo made = seen instanceof Sighting.Found(var found) ? found : reads.commit(tip);
        String actualParent = made.parents().isEmpty() ? "" : made.parents().getFirst();
        if (!actualParent.equals(parent)) {
            // Somebody committed between our look and our commit; theirs stays, ours is taken back.
            boolean ours = made.hash().equals(tip) && trailer.isIn(made.message());
            if (ours && !actualParent.isEmpty()) moveBack(tip, actualParent);
            return new CommitOutcome.HeadMoved(reads.head());
        }
        List<String> taken = excludedBetween(parent, made.hash(), request.exclusions());
        if (!taken.isEmpty()) {
            moveBack(tip, parent);
            return new CommitOutcome.TookExcluded(taken);
        }
        return new Committed(made, stagedTree, cares(request, stagedTree, made));
    }

    private List<Care> cares(CommitRequest request, String stagedTree, CommitInfo made) {
        var cares = new ArrayList<Care>();
        if (!made.tree().equals(stagedTree)) cares.add(Care.TREE_REWRITTEN);
        if (!request.trailer().isIn(made.message())) cares.add(Care.TRAILER_LOST);
        try {
            trees.settleIndex(made.hash(), request.exclusions());
        } catch (GitFault indexBusy) {
            cares.add(Care.INDEX_BEHIND);
        }
        return cares;
    }

    /** The content of the commits stays in the working tree, as uncommitted work. */
    RefMove uncommit(Head from, String to, Exclusions exclusions) throws GitFault {
        Head head = reads.head();
        if (!head.equals(from) || !reads.isAncestor(to, from.commit())) {
            return new RefMove.Elsewhere(Optional.of(head.commit()));
        }
        moveBack(from.commit(), reads.commit(to).hash());
        trees.settleIndex("HEAD", exclusions);
        return new RefMove.Moved();
    }

    private List<String> excludedBetween(String parent, String later, Exclusions exclusions) throws GitFault {
        return reads.changedPaths(parent, later).stream().filter(exclusions::covers).toList();
    }

    private void moveBack(String from, String to) throws GitFault {
        bench.git("update-ref", "-m", "foldline: take back", "HEAD", to, from).succeed();
    }

    private CommitOutcome refusal(Ran ran) {
        if (ran.heldLock().isPresent()) return new CommitOutcome.Locked(ran.heldLock().get());
        if (NO_IDENTITY.matcher(ran.err()).find()) return new CommitOutcome.NoIdentity(ran.said());
        // Git's own troubles end with 128; 1 is what it says when a hook said no, or left nothing to commit.
        boolean hookSpoke = ran.exit() == 1 || ran.err().contains("by hook");
        return hookSpoke ? new CommitOutcome.RejectedByHook(ran.said()) : new CommitOutcome.Failed(ran.said());
    }

    private static CommitOutcome outcomeOf(GitFault fault) throws GitFault {
        return switch (fault.kind()) {
            case LOCKED -> new CommitOutcome.Locked(String.valueOf(fault.getMessage()));
            case COMMAND_FAILED, TIMED_OUT -> new CommitOutcome.Failed(String.valueOf(fault.getMessage()));
            case GIT_MISSING, INTERRUPTED, TOO_LARGE, BAD_NAME, MISSING_OBJECT -> throw fault;
        };
    }
}
