package dev.foldline.effects.git.local;

import dev.foldline.effects.git.BranchOutcome.RefMove;
import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.CommitOutcome;
import dev.foldline.effects.git.CommitOutcome.Committed;
import dev.foldline.effects.git.CommitRequest;
import dev.foldline.effects.git.CommitRequest.Terms;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.TicketTrailer;
import dev.foldline.effects.git.WorktreeOutcome.State;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.OperationInProgress;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Commits in the user's working tree, made by the git command from a private index. */
record Commits(
        GitRunner bench,
        ObjectReads reads,
        GitTrees trees,
        Worktrees worktrees,
        MaintenanceTurns maintenance) {
    /**
     * More than any single effect adds, so that reconciling never reads a whole replaced history.
     */
    private static final int SIGHTING_MAX = 10_000;

    private static final Pattern NO_IDENTITY =
            Pattern.compile(
                    "Please tell me who you are|empty ident name|unable to auto-detect email"
                            + " address|no email was given");

    /** Each signing program has its own messages; git's own follow them, or precede the call. */
    private static final Pattern NOT_SIGNED =
            Pattern.compile("failed to write commit object|(?i:user\\.signingkey)");

    private static final Pattern OVERTAKEN = Pattern.compile("cannot lock ref .* but expected ");

    /** Git's exit code for its own errors, not for those of a hook. */
    private static final int GIT_TROUBLE = 128;

    CommitOutcome commit(CommitRequest request) throws GitFault {
        Terms terms = request.terms();
        Head head = reads.head();
        if (!head.equals(terms.expected())) return new CommitOutcome.HeadMoved(head);
        Optional<String> unfinished = OperationInProgress.in(bench.place());
        if (unfinished.isPresent()) return new CommitOutcome.Unfinished(unfinished.get());
        Exclusions exclusions = terms.exclusions();
        try (var staged = trees.stage(request.read(), exclusions)) {
            var nested = withoutWorktrees(staged.nested());
            if (!nested.isEmpty()) return new CommitOutcome.NestedRepositories(nested);
            if (!staged.refused().isEmpty())
                return new CommitOutcome.RefusedNames(staged.refused());
            return commitStaged(request, staged);
        } catch (GitFault fault) {
            return outcomeOf(fault);
        }
    }

    /** A worktree of this repository keeps its work on a branch of its own. */
    private List<String> withoutWorktrees(List<String> nested) throws GitFault {
        var others = new ArrayList<String>();
        for (var path : nested)
            if (!(worktrees.state(bench.place().root().resolve(path)) instanceof State.Whole))
                others.add(path);
        return others;
    }

    /** Returns a commit that a driver made before it died. */
    Optional<CommitOutcome> existingCommit(Terms terms) throws GitFault {
        Optional<CommitOutcome> seen = sighted(terms);
        // Changes that the user staged on top of a later commit are left alone.
        if (seen.isPresent()
                && seen.get() instanceof Committed(var made)
                && reads.head().commit().equals(made.hash())) {
            trees.settleIndex(made.hash(), terms.exclusions());
        }
        return seen;
    }

    private CommitOutcome commitStaged(CommitRequest request, GitTrees.Staged staged)
            throws GitFault {
        Terms terms = request.terms();
        String parent = terms.expected().commit();
        String tree =
                staged.written().isPresent() ? staged.written().get() : trees.write(staged.index());
        if (terms.tree().isPresent() && !terms.tree().get().equals(tree))
            return new CommitOutcome.TreeMoved(tree);
        if (tree.equals(reads.commit(parent).tree())) {
            trees.settleIndex(parent, terms.exclusions());
            return new CommitOutcome.NothingToCommit();
        }
        List<String> taken = excludedBetween(parent, tree, terms.exclusions());
        if (!taken.isEmpty()) return new CommitOutcome.TookExcluded(taken);
        // Git would still commit from the private index, but leave the user's index one commit
        // behind.
        Optional<Path> held = bench.waitForIndexLock();
        if (held.isPresent()) return new CommitOutcome.Locked(held.get().toString());
        return committed(
                request,
                staged,
                new Terms(
                        terms.trailer(), terms.expected(), Optional.of(tree), terms.exclusions()));
    }

    /** The branch tells whether a commit was made; the exit code may come from a later hook. */
    private CommitOutcome committed(CommitRequest request, GitTrees.Staged staged, Terms terms)
            throws GitFault {
        CommitOutcome refusal = callGit(request, staged.index());
        if (refusal instanceof CommitOutcome.HeadMoved) return refusal;
        Optional<CommitOutcome> seen = sighted(terms);
        if (seen.isPresent()) {
            if (seen.get() instanceof Committed(var made)) settle(staged, made, terms.exclusions());
            return seen.get();
        }
        Head head = reads.head();
        return head.equals(terms.expected()) ? refusal : new CommitOutcome.HeadMoved(head);
    }

    /** Runs git commit and classifies the result in case the branch lacks the commit. */
    private CommitOutcome callGit(CommitRequest request, PrivateIndex index) throws GitFault {
        TicketTrailer trailer = request.terms().trailer();
        try {
            GitResult ran =
                    index.use(
                                    bench.git(
                                            maintenance.next(
                                                    "commit",
                                                    "--quiet",
                                                    "--cleanup=whitespace",
                                                    "--no-status",
                                                    "-F",
                                                    "-")))
                            .fed(GitCommand.utf8(trailer.appendedTo(request.message())))
                            .with("GIT_REFLOG_ACTION", trailer.line())
                            .runningHooks()
                            .runWithRetries();
            return refusal(ran);
        } catch (GitFault fault) {
            return outcomeOf(fault);
        }
    }

    private Optional<CommitOutcome> sighted(Terms terms) throws GitFault {
        Optional<CommitInfo> made = find(terms);
        return made.isPresent() ? Optional.of(judge(terms, made.get())) : Optional.empty();
    }

    /**
     * Finds the commit by its trailer; if a hook removed that, by the reflog; without a reflog, by
     * parent and tree.
     */
    private Optional<CommitInfo> find(Terms terms) throws GitFault {
        String parent = terms.expected().commit();
        Optional<String> branch = terms.expected().branch();
        Optional<String> tip =
                branch.isPresent()
                        ? reads.ref(Branches.HEADS + branch.get())
                        : Optional.of(reads.head().commit());
        if (tip.isEmpty() || reads.resolve(parent).isEmpty()) return Optional.empty();
        // The oldest counts: a post-commit hook may have made another one with the same trailer.
        List<CommitInfo> since = reads.log(parent, tip.get(), SIGHTING_MAX).reversed();
        if (since.isEmpty()) return Optional.empty();
        TicketTrailer trailer = terms.trailer();
        Optional<CommitInfo> marked = first(since, commit -> trailer.isIn(commit.message()));
        if (marked.isPresent()) return marked;
        List<String> reported = reflog(branch.orElse("HEAD"), trailer);
        return first(since, commit -> reported.contains(commit.hash()))
                .or(
                        () ->
                                first(
                                        since,
                                        commit ->
                                                follows(commit, parent)
                                                        && terms.tree()
                                                                .equals(
                                                                        Optional.of(
                                                                                commit.tree()))));
    }

    private static Optional<CommitInfo> first(
            List<CommitInfo> commits, Predicate<CommitInfo> sought) {
        return commits.stream().filter(sought).findFirst();
    }

    /**
     * Returns the commits whose reflog message is Foldline's, which hooks cannot change. The result
     * is empty without a reflog.
     */
    private List<String> reflog(String branch, TicketTrailer trailer) throws GitFault {
        var log =
                bench.git(
                                "log",
                                "--walk-reflogs",
                                "--format=%H %gs",
                                "--max-count=" + SIGHTING_MAX,
                                branch,
                                "--")
                        .run();
        if (!log.succeeded()) return List.of();
        return log.text()
                .lines()
                .filter(
                        line ->
                                line.substring(line.indexOf(' ') + 1)
                                        .startsWith(trailer.line() + ":"))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    private CommitOutcome judge(Terms terms, CommitInfo made) throws GitFault {
        String parent = terms.expected().commit();
        if (!follows(made, parent)) {
            // Another commit was made in between; it stays, and this one is undone.
            reverted(terms, made);
            return new CommitOutcome.HeadMoved(reads.head());
        }
        List<String> taken = excludedBetween(parent, made.hash(), terms.exclusions());
        if (taken.isEmpty()) return new Committed(made);
        return reverted(terms, made)
                ? new CommitOutcome.TookExcluded(taken)
                : new CommitOutcome.Stands(made, taken);
    }

    /** Undoes the commit only if no later commit follows it. */
    private boolean reverted(Terms terms, CommitInfo made) throws GitFault {
        boolean here =
                !made.parents().isEmpty()
                        && reads.head().equals(new Head(terms.expected().branch(), made.hash()));
        if (here) moveBack(made.hash(), made.parents().getFirst());
        return here;
    }

    private static boolean follows(CommitInfo commit, String parent) {
        return !commit.parents().isEmpty() && commit.parents().getFirst().equals(parent);
    }

    private void settle(GitTrees.Staged staged, CommitInfo made, Exclusions exclusions) {
        try {
            trees.settleIndex(staged, made, exclusions);
        } catch (GitFault indexBusy) {
            // The commit stays. The next commit brings the index up to date.
        }
    }

    /** The content of the commits stays in the working tree as uncommitted work. */
    RefMove uncommit(Head from, String to, Exclusions exclusions) throws GitFault {
        Head head = reads.head();
        if (!head.equals(from) || !reads.isAncestor(to, from.commit())) {
            return new RefMove.Elsewhere(Optional.of(head.commit()));
        }
        moveBack(from.commit(), reads.commit(to).hash());
        trees.settleIndex("HEAD", exclusions);
        return new RefMove.Moved();
    }

    private List<String> excludedBetween(String parent, String later, Exclusions exclusions)
            throws GitFault {
        return reads.changedPaths(parent, later).stream().filter(exclusions::covers).toList();
    }

    private void moveBack(String from, String to) throws GitFault {
        bench.git("update-ref", "-m", "foldline: take back", "HEAD", to, from).succeed();
    }

    private CommitOutcome refusal(GitResult ran) throws GitFault {
        // Git itself reports that the branch has moved, whatever its current commit is.
        if (ran.exit() == GIT_TROUBLE && OVERTAKEN.matcher(ran.err()).find())
            return new CommitOutcome.HeadMoved(reads.head());
        if (ran.heldLock().isPresent()) return new CommitOutcome.Locked(ran.heldLock().get());
        if (NO_IDENTITY.matcher(ran.err()).find())
            return new CommitOutcome.NoIdentity(ran.message());
        if (ran.exit() == GIT_TROUBLE && NOT_SIGNED.matcher(ran.err()).find() && isToBeSigned())
            return new CommitOutcome.Unsigned(ran.message());
        // Git's own errors exit with 128; exit code 1 means that a hook rejected the commit or
        // there was nothing to
        // commit.
        boolean hookSpoke = ran.exit() == 1 || ran.err().contains("by hook");
        return hookSpoke
                ? new CommitOutcome.RejectedByHook(ran.message())
                : new CommitOutcome.Failed(ran.message());
    }

    private boolean isToBeSigned() throws GitFault {
        return bench.git("config", "--type=bool", "--get", "commit.gpgsign")
                .run()
                .text()
                .equals("true");
    }

    private static CommitOutcome outcomeOf(GitFault fault) throws GitFault {
        return switch (fault.kind()) {
            case LOCKED -> new CommitOutcome.Locked(String.valueOf(fault.getMessage()));
            case COMMAND_FAILED, TIMED_OUT ->
                    new CommitOutcome.Failed(String.valueOf(fault.getMessage()));
            case GIT_MISSING, INTERRUPTED, KILLED, TOO_LARGE, BAD_NAME, MISSING_OBJECT ->
                    throw fault;
        };
    }
}
