package dev.foldline.effects.git.local;

import dev.foldline.effects.git.Git.Target;
import dev.foldline.effects.git.Git.Typed;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.FileMove;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.OperationInProgress;
import dev.foldline.effects.git.command.PathNames;

import java.util.List;
import java.util.Optional;

/**
 * Runs commands that move a working tree's files as the user would type them. Git writes files one
 * by one and leaves an interrupted merge unfinished. A private ref marks the operation, so that it
 * can be attributed and undone.
 */
record CheckoutCommands(GitRunner bench, ObjectReads reads, SavedWork work) {
    /**
     * The commit being merged, or HEAD itself if it is still to be fetched. Each working tree has
     * its own mark.
     */
    private static final String MARK = "refs/worktree/foldline/joining";

    private static final String SAVED_MERGES = SavedWork.OUR_REFS + "stash/merge/";

    Typed type(Target target, String... words) throws GitFault {
        takeBack();
        Optional<String> unfinished = OperationInProgress.in(bench.place());
        if (unfinished.isPresent())
            return new Typed(
                    1,
                    "",
                    "a "
                            + unfinished.get()
                            + " is half done in this working tree; finish it or give it up");
        return switch (target) {
            case Target.At(var revision) -> there(revision, words);
            case Target.Joined(var commit) -> joined(commit, words);
            case Target.Fetched _ -> joined(reads.head().commit(), words);
        };
    }

    private Typed there(String revision, String... words) throws GitFault {
        String from = reads.head().commit();
        var move =
                new FileMove(
                        bench.settings(),
                        bench.place().root(),
                        from,
                        reads.resolve(revision).orElse(from));
        return resultOf(move.by(bench.git(words).runningHooks()), List.of());
    }

    private Typed joined(String commit, String... words) throws GitFault {
        bench.git("update-ref", MARK, commit).succeed();
        GitResult ran = bench.git(words).runningHooks().runWithRetries();
        List<String> conflicts = ran.succeeded() ? List.of() : conflicts();
        if (!ran.succeeded()) giveUp(commit);
        end();
        return resultOf(ran, conflicts);
    }

    private static Typed resultOf(GitResult ran, List<String> conflicts) {
        return new Typed(ran.exit(), ran.text(), ran.message(), conflicts);
    }

    /** Undoes an interrupted merge. Later changes are saved first. */
    void takeBack() throws GitFault {
        Optional<String> mark = bench.mayHaveMarks() ? named(MARK) : Optional.empty();
        if (mark.isEmpty()) return;
        if (isJoining(mark.get()))
            work.save(
                    SAVED_MERGES + new GitTrees(bench, reads).treeOf(_ -> true),
                    "A merge as it was given up",
                    _ -> true);
        giveUp(mark.get());
        end();
    }

    private void giveUp(String commit) throws GitFault {
        if (isJoining(commit)) {
            bench.git("merge", "--abort").runWithRetries();
            return;
        }
        String head = reads.head().commit();
        Optional<String> other = other(commit);
        if (other.isEmpty() || OperationInProgress.in(bench.place()).isPresent()) return;
        GitResult both =
                bench.git(
                                "merge-tree",
                                "--write-tree",
                                "--no-messages",
                                "--name-only",
                                head,
                                other.get())
                        .run();
        Optional<String> tree = both.text().lines().findFirst();
        if (both.exit() <= 1 && tree.isPresent())
            new FileMove(bench.settings(), bench.place().root(), head, head).undo(tree.get());
    }

    /** Returns whether the unfinished merge here is the marked one. */
    private boolean isJoining(String commit) throws GitFault {
        Optional<String> merging =
                OperationInProgress.in(bench.place()).filter("merge"::equals).isPresent()
                        ? named("MERGE_HEAD")
                        : Optional.empty();
        return merging.isPresent() && merging.equals(other(commit));
    }

    private Optional<String> other(String commit) throws GitFault {
        return reads.head().commit().equals(commit) ? named("FETCH_HEAD") : Optional.of(commit);
    }

    private void end() throws GitFault {
        bench.git("update-ref", "-d", MARK).run();
    }

    private Optional<String> named(String ref) throws GitFault {
        GitResult ran = bench.git("rev-parse", "--verify", "--quiet", ref + "^{commit}").run();
        return ran.succeeded() ? Optional.of(ran.text()) : Optional.empty();
    }

    private List<String> conflicts() throws GitFault {
        return PathNames.splitAtZeros(
                        bench.git("diff", "--name-only", "--diff-filter=U", "-z").run().out())
                .stream()
                .map(PathNames::decode)
                .distinct()
                .toList();
    }
}
