package dev.foldline.effects.git.local;

import dev.foldline.effects.files.CheckoutLeftovers;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.WorktreeOutcome;
import dev.foldline.effects.git.WorktreeOutcome.Content;
import dev.foldline.effects.git.WorktreeOutcome.State;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.OperationInProgress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Linked worktrees: added on their own branch, and removed only if nothing is lost. Git creates and
 * deletes them file by file, so both may be interrupted. A half-made worktree is moved aside and
 * created again. One to remove is first renamed, atomically, and then deleted.
 */
record Worktrees(GitRunner bench, ObjectReads reads, Branches branches) {
    private static final String GOING = ".removed";
    private static final String HALF = ".half-made";
    private static final String SYMBOLIC = "ref: ";
    private static final String CHECKED = "The work to check";

    /**
     * Git's entry of a worktree.
     *
     * @param locked the reason why it is locked
     */
    private record Listed(Optional<String> branch, Optional<String> locked) {
        /** Git locks a worktree with this reason until all its files exist. */
        boolean halfMade() {
            return locked.equals(Optional.of("initializing"));
        }
    }

    State state(Path path) throws GitFault {
        var listed = listed(path);
        if (listed.isEmpty()) return new State.Absent();
        if (listed.get().halfMade()) return new State.HalfMade();
        return Files.exists(path.resolve(".git"))
                ? new State.Whole(listed.get().branch())
                : new State.Missing();
    }

    WorktreeOutcome add(Path path, String branch, String base) throws GitFault {
        branches.mustBeABranchName(branch);
        Optional<String> start = reads.resolve(base);
        if (start.isEmpty()) return new WorktreeOutcome.Refused("there is no commit " + base);
        switch (state(path)) {
            case State.HalfMade _ -> putAside(path);
            case State.Missing _ -> bench.git("worktree", "remove", path.toString()).run();
            case State.Absent _, State.Whole _ -> {}
        }
        GitResult ran = added(path, branch, start.get());
        // A post-checkout hook can fail without undoing the checkout.
        if (!(state(path) instanceof State.Whole whole
                && whole.branch().equals(Optional.of(branch))
                && saidNothingElse(ran))) return new WorktreeOutcome.Refused(ran.message());
        sweep(path);
        return new WorktreeOutcome.Added(
                path.toAbsolutePath().normalize(), new Head(Optional.of(branch), start.get()));
    }

    private static boolean saidNothingElse(GitResult ran) {
        return ran.succeeded() || !ran.message().contains("fatal:");
    }

    private GitResult added(Path path, String branch, String start) throws GitFault {
        if (isAt(branch, start)) return addedOn(path, branch);
        GitResult ran =
                bench.git(
                                "worktree",
                                "add",
                                "--quiet",
                                "--no-track",
                                "-b",
                                branch,
                                path.toString(),
                                start)
                        .runningHooks()
                        .runWithRetries();
        // Git creates the branch first, and may then fail on another process's half-made worktree.
        // On the retry the
        // branch exists already.
        return ran.succeeded() || !(isAt(branch, start) && state(path) instanceof State.Absent)
                ? ran
                : addedOn(path, branch);
    }

    private GitResult addedOn(Path path, String branch) throws GitFault {
        return bench.git("worktree", "add", "--quiet", path.toString(), branch)
                .runningHooks()
                .runWithRetries();
    }

    private boolean isAt(String branch, String commit) throws GitFault {
        return reads.ref(Branches.HEADS + branch).equals(Optional.of(commit));
    }

    /**
     * The remains of an interrupted attempt are kept until the new worktree is complete. Only then
     * is it known that they contain nothing else.
     */
    private void putAside(Path path) throws GitFault {
        if (Files.exists(path)) renamed(path, beside(path, HALF));
        bench.git("worktree", "unlock", path.toString()).run();
        bench.git("worktree", "remove", path.toString()).succeed();
    }

    /**
     * Deletes the remains if the new worktree contains all of them, as far as they were written.
     */
    private static void sweep(Path path) {
        Path aside = beside(path, HALF);
        if (Files.exists(aside) && CheckoutLeftovers.areIn(aside, path)) delete(aside);
    }

    /**
     * Checks a tree out in place of what is at the path.
     *
     * @return its commit, to which no ref leads
     */
    String checkOut(String tree, Path path) throws GitFault {
        deleteCheckout(path);
        String commit =
                bench.git("commit-tree", "--no-gpg-sign", "-p", "HEAD", "-m", CHECKED, tree)
                        .succeed()
                        .text();
        GitResult ran =
                bench.git("worktree", "add", "--quiet", "--detach", path.toString(), commit)
                        .runWithRetries();
        if (!ran.succeeded()) throw ran.asFault("worktree");
        return commit;
    }

    /** Deletes such a worktree with everything in it, and returns whether git had it. */
    boolean deleteCheckout(Path path) throws GitFault {
        delete(path);
        if (listed(path).isEmpty()) return false;
        bench.git("worktree", "remove", "--force", "--force", path.toString()).succeed();
        return true;
    }

    /**
     * Git itself refuses to delete changed and untracked files; ignored files and commits without a
     * ref are checked here.
     */
    WorktreeOutcome remove(Path path, Optional<String> stash) throws GitFault {
        delete(beside(path, GOING));
        var listed = listed(path);
        if (listed.isEmpty()) return new WorktreeOutcome.Absent();
        if (Files.isDirectory(path)) {
            var why = whyNot(path, stash);
            if (why.isPresent()) return new WorktreeOutcome.Refused(why.get());
            renamed(path, beside(path, GOING));
        }
        // The files are deleted first: while git still has the entry, a later call can finish the
        // removal.
        delete(beside(path, GOING));
        GitResult ran = bench.git("worktree", "remove", path.toString()).runWithRetries();
        return ran.succeeded()
                ? new WorktreeOutcome.Removed()
                : new WorktreeOutcome.Refused(ran.message());
    }

    private Optional<String> whyNot(Path path, Optional<String> stash) throws GitFault {
        return switch (content(path)) {
            case Content.Nothing _ -> Optional.empty();
            case Content.Bound(var why) -> Optional.of(why);
            case Content.Commit(var commit) ->
                    Optional.of("no branch or other ref leads to its commit " + commit);
            case Content.Work(var tree)
                    when stash.isPresent() && reads.commit(stash.get()).tree().equals(tree) ->
                    unreferenced(head(path));
            case Content.Work _ -> Optional.of("it contains modified or untracked files");
        };
    }

    Content content(Path path) throws GitFault {
        var listed = listed(path);
        if (listed.isEmpty() || !Files.isDirectory(path)) return new Content.Nothing();
        if (listed.get().locked().isPresent()) return new Content.Bound("it is locked");
        Path folder = Path.of(query(path, "rev-parse", "--absolute-git-dir"));
        if (Files.exists(folder.resolve("modules")))
            return new Content.Bound("it holds submodules");
        var there = new Place(path, folder, bench.place().commonFolder());
        var unfinished = OperationInProgress.in(there);
        if (unfinished.isPresent())
            return new Content.Bound("a " + unfinished.get() + " is half done in it");
        String commit = head(path);
        var work = work(there, reads.commit(commit).tree());
        return work.isPresent()
                ? work.get()
                : unreferenced(commit)
                        .<Content>map(_ -> new Content.Commit(commit))
                        .orElseGet(Content.Nothing::new);
    }

    /** Returns content on disk or in the index that the commit lacks. */
    private Optional<Content> work(Place there, String committed) throws GitFault {
        var elsewhere = new GitRunner(bench.settings(), there);
        try (var its = reads.at(elsewhere);
                var staged = new GitTrees(elsewhere, its).stage(_ -> true)) {
            if (!staged.nested().isEmpty())
                return Optional.of(
                        new Content.Bound(
                                "there are repositories inside it: "
                                        + String.join(", ", staged.nested())));
            if (!staged.refused().isEmpty())
                return Optional.of(
                        new Content.Bound(
                                "it holds what git cannot keep because of its name: "
                                        + String.join(", ", staged.refused())));
            if (staged.same().isPresent()) return Optional.empty();
            String tree = new GitTrees(elsewhere, its).write(staged.index());
            boolean isStaged =
                    new GitTrees(elsewhere, its)
                            .indexTree(_ -> true)
                            .filter(index -> !index.equals(committed) && !index.equals(tree))
                            .isPresent();
            return tree.equals(committed) && !isStaged
                    ? Optional.empty()
                    : Optional.of(new Content.Work(tree));
        }
    }

    private Optional<String> unreferenced(String commit) throws GitFault {
        return bench.git("for-each-ref", "--count=1", "--format=%(refname)", "--contains", commit)
                        .succeed()
                        .text()
                        .isEmpty()
                ? Optional.of("no branch or other ref leads to its commit " + commit)
                : Optional.empty();
    }

    private String head(Path path) throws GitFault {
        return query(path, "rev-parse", "HEAD");
    }

    private String query(Path path, String... question) throws GitFault {
        return GitCommand.in(bench.settings(), path, question).succeed().text();
    }

    /** Reads git's entry of a worktree from the files that git lists it from. */
    private Optional<Listed> listed(Path path) throws GitFault {
        Path sought = real(path);
        Path common = bench.place().commonFolder();
        if (sought.resolve(".git").equals(common))
            return Optional.of(new Listed(branch(path, common), Optional.empty()));
        return JGitReads.reading(
                "list the worktrees",
                () -> {
                    Path all = common.resolve("worktrees");
                    if (!Files.isDirectory(all)) return Optional.empty();
                    try (var entries = Files.newDirectoryStream(all)) {
                        for (Path entry : entries) {
                            var file = text(entry.resolve("gitdir"));
                            if (file.isPresent()
                                    && real(entry.resolve(file.get()).resolveSibling("."))
                                            .equals(sought))
                                return Optional.of(
                                        new Listed(
                                                branch(path, entry),
                                                text(entry.resolve("locked"))));
                        }
                        return Optional.empty();
                    }
                });
    }

    /** A repository that keeps its refs in tables has no branch in the file. */
    private Optional<String> branch(Path path, Path folder) throws GitFault {
        Path file = folder.resolve("HEAD");
        var head = text(file).orElse("");
        boolean isInTable = head.equals(SYMBOLIC + Branches.HEADS + ".invalid");
        if ((isInTable || Files.isSymbolicLink(file)) && Files.isDirectory(path)) {
            GitResult ran =
                    GitCommand.in(bench.settings(), path, "symbolic-ref", "-q", "HEAD").run();
            head = ran.succeeded() ? SYMBOLIC + ran.text() : "";
        }
        return head.startsWith(SYMBOLIC + Branches.HEADS)
                ? Optional.of(head.substring((SYMBOLIC + Branches.HEADS).length()))
                : Optional.empty();
    }

    private static Optional<String> text(Path file) throws GitFault {
        return JGitReads.reading(
                "read " + file,
                () -> {
                    try {
                        return Optional.of(Files.readString(file).stripTrailing());
                    } catch (NoSuchFileException none) {
                        return Optional.empty();
                    }
                });
    }

    private static Path beside(Path path, String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }

    private static void renamed(Path path, Path aside) throws GitFault {
        try {
            // The remains of an even earlier attempt were not all in its successor: they are kept
            // under an unused name.
            if (Files.exists(aside))
                Files.move(
                        aside,
                        beside(aside, "-" + Files.getLastModifiedTime(aside).toMillis()),
                        StandardCopyOption.ATOMIC_MOVE);
            Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException fault) {
            throw new GitFault(
                    Kind.COMMAND_FAILED,
                    "cannot rename "
                            + path
                            + " to "
                            + aside.getFileName()
                            + ": "
                            + fault.getMessage(),
                    fault);
        }
    }

    private static void delete(Path folder) {
        try {
            if (Files.exists(folder) && folder.getParent() != null)
                new ProtectedFolder(folder.getParent())
                        .remove(String.valueOf(folder.getFileName()));
        } catch (IOException leftForLater) {
            // Nothing in it is the user's; the next call deletes it.
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException notThere) {
            return path.toAbsolutePath().normalize();
        }
    }
}
