package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.RebaseOutcome;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.OperationInProgress;
import dev.foldline.effects.git.command.PathNames;
import dev.foldline.effects.git.local.Branches.Advance;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Computes rebases in a separate worktree. A conflict or crash leaves the user's tree unchanged,
 * and uncommitted changes need not be stashed. The finished result is checked out only if HEAD has
 * not moved.
 */
record Rebases(GitRunner bench, ObjectReads reads, Branches branches) {

    RebaseOutcome rebase(Head expected, String onto) throws GitFault {
        Head head = reads.head();
        if (!head.equals(expected)) return new RebaseOutcome.HeadMoved(head);
        Optional<String> unfinished = OperationInProgress.in(bench.place());
        if (unfinished.isPresent()) return new RebaseOutcome.Unfinished(unfinished.get());
        Optional<String> target = reads.resolve(onto);
        if (target.isEmpty())
            throw new GitFault(
                    Kind.MISSING_OBJECT, "there is no commit " + onto + " to rebase onto");
        if (reads.isAncestor(target.get(), head.commit()))
            return new RebaseOutcome.UpToDate(head.commit());
        return switch (aside(head.commit(), target.get())) {
            case Replayed.Done(var after) -> takeOver(head, after);
            case Replayed.Not(var why) -> why;
        };
    }

    /** The result of replaying commits: the last one, or why there is none. No branch has moved. */
    sealed interface Replayed {
        record Done(String after) implements Replayed {}

        record Not(RebaseOutcome why) implements Replayed {}
    }

    /** Replays one commit's history on top of another. */
    Replayed replay(String commit, String target) throws GitFault {
        if (reads.isAncestor(commit, target)) return new Replayed.Done(target);
        return reads.isAncestor(target, commit) ? new Replayed.Done(commit) : aside(commit, target);
    }

    private Replayed aside(String commit, String target) throws GitFault {
        ScratchFolder.leftBehind(bench.place(), "rebase-*").forEach(this::discard);
        Path aside = ScratchFolder.folder(bench.place()).resolve("rebase-" + UUID.randomUUID());
        GitResult added =
                bench.git("worktree", "add", "--quiet", "--detach", aside.toString(), commit)
                        .runningHooks()
                        .runWithRetries();
        try {
            if (!added.succeeded()) return new Replayed.Not(failed(added));
            GitResult ran =
                    GitCommand.in(
                                    bench.settings(),
                                    aside,
                                    "-c",
                                    "rebase.updateRefs=false",
                                    "-c",
                                    "rebase.autoStash=false",
                                    "rebase",
                                    "--quiet",
                                    "--merge",
                                    "--no-fork-point",
                                    target)
                            .with("GIT_OPTIONAL_LOCKS", "1")
                            .runningHooks()
                            .runWithRetries();
            if (!ran.succeeded()) return new Replayed.Not(conflictOrFailure(aside, ran));
            return new Replayed.Done(
                    GitCommand.in(bench.settings(), aside, "rev-parse", "HEAD").succeed().text());
        } finally {
            discard(aside);
        }
    }

    /**
     * Removes the worktree even if the thread is interrupted, because it would remain registered.
     */
    private void discard(Path aside) {
        boolean stopping = Thread.interrupted();
        try {
            bench.git("worktree", "remove", "--force", aside.toString()).runWithRetries();
        } catch (GitFault leftForLater) {
            // A remaining folder does not affect the rebase; the next one removes it.
        } finally {
            if (stopping) Thread.currentThread().interrupt();
        }
    }

    private RebaseOutcome takeOver(Head head, String after) throws GitFault {
        return switch (branches.advance(head, after, "rebase")) {
            case Advance.Done() -> new RebaseOutcome.Rebased(head.commit(), after);
            case Advance.HeadMoved(var actual) -> new RebaseOutcome.HeadMoved(actual);
            case Advance.InTheWay(var output) -> new RebaseOutcome.InTheWay(output);
            case Advance.Refused(var ran) -> failed(ran);
        };
    }

    private RebaseOutcome conflictOrFailure(Path aside, GitResult ran) throws GitFault {
        var unmerged =
                GitCommand.in(
                        bench.settings(), aside, "diff", "--name-only", "--diff-filter=U", "-z");
        byte[] names = unmerged.succeed().out();
        List<String> paths =
                PathNames.splitAtZeros(names).stream()
                        .map(PathNames::decode)
                        .sorted()
                        .distinct()
                        .toList();
        return paths.isEmpty() ? failed(ran) : new RebaseOutcome.Conflict(paths);
    }

    private static RebaseOutcome failed(GitResult ran) {
        return ran.heldLock()
                .<RebaseOutcome>map(RebaseOutcome.Locked::new)
                .orElseGet(() -> new RebaseOutcome.Failed(ran.message()));
    }
}
