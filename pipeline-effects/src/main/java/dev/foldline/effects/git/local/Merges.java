package dev.foldline.effects.git.local;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.MergeOutcome;
import dev.foldline.effects.git.MergeOutcome.Prepared;
import dev.foldline.effects.git.MergeOutcome.Request;
import dev.foldline.effects.git.MergeOutcome.Taken;
import dev.foldline.effects.git.RebaseOutcome;
import dev.foldline.effects.git.command.FileMove;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.OperationInProgress;
import dev.foldline.effects.git.command.PathNames;
import dev.foldline.effects.git.local.Branches.Advance;
import dev.foldline.effects.git.local.Rebases.Replayed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Merges in two steps. The merge commit is created from objects alone and stored under a private
 * ref, so that it can be checked and inspected. Later the target moves to it, if it has not moved
 * since.
 */
record Merges(GitRunner bench, ObjectReads reads, Branches branches) {
    private static final int CONFLICT = 1;
    private static final String WORKTREE = "worktree ";

    MergeOutcome prepare(Request request) throws GitFault {
        if (!request.ref().startsWith(SavedWork.OUR_REFS))
            throw new PipelineBug(
                    "a merge is kept below " + SavedWork.OUR_REFS + ", not at " + request.ref());
        Head head = reads.head();
        if (!head.equals(request.expected())) return new MergeOutcome.HeadMoved(head);
        Optional<String> unfinished = OperationInProgress.in(bench.place());
        if (unfinished.isPresent()) return new MergeOutcome.Unfinished(unfinished.get());
        Optional<String> onto = reads.ref(Branches.HEADS + request.target());
        if (onto.isEmpty()) return new MergeOutcome.NoTarget(request.target());
        if (request.taken().isPresent())
            return mergeOnto(request, request.taken().get(), onto.get(), head);
        if (onto.get().equals(head.commit()))
            return new Prepared(onto.get(), head.commit(), reads.commit(onto.get()));
        if (reads.isAncestor(onto.get(), head.commit()))
            return keep(request, onto.get(), head.commit(), head);
        return joined(request, onto.get(), head);
    }

    /** The result of merging two commits: a tree, or why there is none. */
    private sealed interface Joined {
        record Tree(String hash) implements Joined {}

        /** The commits conflict; the tree contains both sides between markers. */
        record Marked(String hash, MergeOutcome.Conflict why) implements Joined {}

        record Not(MergeOutcome why) implements Joined {}
    }

    private Joined join(String ours, String theirs) throws GitFault {
        GitResult ran =
                bench.git(
                                "merge-tree",
                                "--write-tree",
                                "--name-only",
                                "--no-messages",
                                "-z",
                                ours,
                                theirs)
                        .runWithRetries();
        List<byte[]> parts = PathNames.splitAtZeros(ran.out());
        if (!ran.succeeded() && ran.exit() != CONFLICT || parts.isEmpty())
            return new Joined.Not(failed(ran));
        String tree = new String(parts.getFirst(), StandardCharsets.UTF_8).strip();
        return ran.succeeded()
                ? new Joined.Tree(tree)
                : new Joined.Marked(
                        tree,
                        new MergeOutcome.Conflict(
                                parts.stream()
                                        .skip(1)
                                        .map(PathNames::decode)
                                        .sorted()
                                        .distinct()
                                        .toList()));
    }

    /** Both sides have new commits: the target is merged into the run's branch first. */
    private MergeOutcome joined(Request request, String onto, Head head) throws GitFault {
        String ours = request.expected().branch().orElse("the run's work");
        return switch (join(head.commit(), onto)) {
            case Joined.Not(var why) -> why;
            case Joined.Marked(_, var why) -> why;
            case Joined.Tree(var tree) ->
                    keep(
                            request,
                            onto,
                            commitTree(
                                    tree,
                                    head.commit(),
                                    onto,
                                    "Merge branch '" + request.target() + "' into " + ours + "\n"),
                            head);
        };
    }

    /** Moves the run's branch to the new commit, wherever it was. */
    private MergeOutcome mergeOnto(Request request, Taken taken, String onto, Head head)
            throws GitFault {
        Optional<String> source = reads.ref(Branches.HEADS + taken.branch());
        if (source.isEmpty()) return new MergeOutcome.NoSource(taken.branch());
        return switch (taken.how()) {
            case SQUASHED -> squashed(request, source.get(), onto, head);
            case REBASED -> rebased(request, source.get(), onto, head);
            case MARKED -> marked(request, source.get(), onto, head);
        };
    }

    /** A branch without changes makes no new commit; the target's own is used. */
    private MergeOutcome squashed(Request request, String source, String onto, Head head)
            throws GitFault {
        return switch (join(onto, source)) {
            case Joined.Not(var why) -> why;
            case Joined.Marked(_, var why) -> why;
            case Joined.Tree(var tree) -> {
                String made =
                        tree.equals(reads.commit(onto).tree())
                                ? onto
                                : squash(
                                        tree,
                                        onto,
                                        request.trailer().appendedTo(request.message()));
                yield keep(request, onto, made, made, head);
            }
        };
    }

    private MergeOutcome rebased(Request request, String source, String onto, Head head)
            throws GitFault {
        return switch (new Rebases(bench, reads, branches).replay(source, onto)) {
            case Replayed.Done(var made) -> keep(request, onto, made, made, head);
            case Replayed.Not(RebaseOutcome.Conflict(var paths)) ->
                    new MergeOutcome.Conflict(paths);
            case Replayed.Not(RebaseOutcome.Locked(var lock)) -> new MergeOutcome.Locked(lock);
            case Replayed.Not(var why) -> new MergeOutcome.Failed(why.toString());
        };
    }

    private MergeOutcome marked(Request request, String source, String onto, Head head)
            throws GitFault {
        var joined = join(onto, source);
        if (joined instanceof Joined.Not(var why)) return why;
        var tree =
                joined instanceof Joined.Marked(var both, _) ? both : ((Joined.Tree) joined).hash();
        var where =
                joined instanceof Joined.Marked(_, var conflict)
                        ? "In conflict: " + String.join(", ", conflict.paths())
                        : "Nothing is in conflict any more";
        String made =
                squash(
                        tree,
                        onto,
                        request.trailer()
                                .appendedTo(
                                        "Unresolved: "
                                                + request.message().lines().findFirst().orElse("")
                                                + "\n\n"
                                                + where));
        return keep(request, onto, made, made, head);
    }

    private String squash(String tree, String onto, String message) throws GitFault {
        return bench.git("commit-tree", "-p", onto, "-F", "-", tree)
                .fed(GitCommand.utf8(message))
                .succeed()
                .text();
    }

    private MergeOutcome keep(Request request, String onto, String work, Head head)
            throws GitFault {
        return keep(
                request,
                onto,
                work,
                commitTree(
                        reads.commit(work).tree(),
                        onto,
                        work,
                        request.trailer().appendedTo(request.message())),
                head);
    }

    /**
     * The ref is written first: if the branch has moved after a crash, the merge exists as well.
     */
    private MergeOutcome keep(Request request, String onto, String work, String merge, Head head)
            throws GitFault {
        bench.git("update-ref", "--create-reflog", "-m", "foldline: merge", request.ref(), merge)
                .succeed();
        if (work.equals(head.commit())) return new Prepared(onto, work, reads.commit(merge));
        return switch (branches.advance(head, work, "merge")) {
            case Advance.Done() -> new Prepared(onto, work, reads.commit(merge));
            case Advance.HeadMoved(var actual) -> new MergeOutcome.HeadMoved(actual);
            case Advance.InTheWay(var output) -> new MergeOutcome.InTheWay(output);
            case Advance.Refused(var ran) -> failed(ran);
        };
    }

    /**
     * Moves the target's files too where it is checked out; uncommitted changes there are left
     * alone.
     */
    MergeOutcome land(String target, String onto, String merge) throws GitFault {
        Optional<String> actual = reads.ref(Branches.HEADS + target);
        if (holds(actual, merge)) return new MergeOutcome.Landed();
        if (!actual.equals(Optional.of(onto))) return new MergeOutcome.TargetMoved(actual);
        Optional<Path> checkedOut = checkedOutIn(target);
        return checkedOut.isPresent()
                ? forward(checkedOut.get(), target, onto, merge)
                : moved(target, onto, merge);
    }

    private MergeOutcome moved(String target, String onto, String merge) throws GitFault {
        GitResult ran =
                bench.git(
                                "update-ref",
                                "-m",
                                "foldline: merge",
                                Branches.HEADS + target,
                                merge,
                                onto)
                        .runWithRetries();
        return outcome(target, onto, merge, ran);
    }

    private MergeOutcome forward(Path folder, String target, String onto, String merge)
            throws GitFault {
        var move = new FileMove(bench.settings(), folder, onto, merge);
        move.undo();
        List<String> inTheWay = inTheWay(folder, onto, merge);
        if (!inTheWay.isEmpty()) return new MergeOutcome.TargetChanged(folder, inTheWay);
        GitResult ran =
                move.by(
                        GitCommand.in(
                                        bench.settings(),
                                        folder,
                                        "merge",
                                        "--quiet",
                                        "--ff-only",
                                        merge)
                                .with("GIT_OPTIONAL_LOCKS", "1")
                                .runningHooks());
        return outcome(target, onto, merge, ran);
    }

    /**
     * Returns the files with uncommitted changes, also in the index only, that the merge changes.
     */
    private List<String> inTheWay(Path folder, String onto, String merge) throws GitFault {
        var changed = new HashSet<>(names(folder, onto));
        changed.addAll(names(folder, "--cached", onto));
        return names(folder, onto, merge).stream().filter(changed::contains).toList();
    }

    private List<String> names(Path folder, String... compared) throws GitFault {
        var words = new ArrayList<>(List.of("diff", "--no-renames", "--name-only", "-z"));
        words.addAll(List.of(compared));
        var out =
                GitCommand.in(bench.settings(), folder, words.toArray(String[]::new))
                        .succeed()
                        .out();
        return PathNames.splitAtZeros(out).stream()
                .map(name -> new String(name, StandardCharsets.UTF_8))
                .toList();
    }

    /**
     * The target's position determines the result, because a later hook may have failed or moved it
     * further.
     */
    private MergeOutcome outcome(String target, String onto, String merge, GitResult ran)
            throws GitFault {
        Optional<String> actual = reads.ref(Branches.HEADS + target);
        if (holds(actual, merge)) return new MergeOutcome.Landed();
        if (!actual.equals(Optional.of(onto))) return new MergeOutcome.TargetMoved(actual);
        return ran.message().contains("would be overwritten")
                ? new MergeOutcome.InTheWay(ran.message())
                : failed(ran);
    }

    private boolean holds(Optional<String> branch, String merge) throws GitFault {
        return branch.isPresent() && reads.isAncestor(merge, branch.get());
    }

    Optional<Path> checkedOutIn(String target) throws GitFault {
        if (!mayBeCheckedOut(target)) return Optional.empty();
        byte[] list = bench.git("worktree", "list", "--porcelain", "-z").succeed().out();
        Optional<Path> folder = Optional.empty();
        for (byte[] line : PathNames.splitAtZeros(list)) {
            String text = new String(line, StandardCharsets.UTF_8);
            if (text.startsWith(WORKTREE))
                folder = Optional.of(Path.of(text.substring(WORKTREE.length())));
            if (text.equals("branch " + Branches.HEADS + target)) return folder;
        }
        return Optional.empty();
    }

    /** Returns false if no working tree's file names the branch; otherwise git must be asked. */
    private boolean mayBeCheckedOut(String target) {
        Path common = bench.place().commonFolder();
        Path linked = common.resolve("worktrees");
        if (Files.exists(common.resolve("reftable"))) return true;
        var folders = new ArrayList<>(List.of(common));
        try {
            if (Files.isDirectory(linked)) {
                try (var entries = Files.newDirectoryStream(linked)) {
                    entries.forEach(folders::add);
                }
            }
            for (Path folder : folders) {
                Path head = folder.resolve("HEAD");
                var text = new String(Files.readAllBytes(head), StandardCharsets.UTF_8).strip();
                if (Files.isSymbolicLink(head) || text.equals("ref: " + Branches.HEADS + target))
                    return true;
            }
            return false;
        } catch (IOException | DirectoryIteratorException changing) {
            return true;
        }
    }

    private String commitTree(String tree, String first, String second, String message)
            throws GitFault {
        return bench.git("commit-tree", "-p", first, "-p", second, "-F", "-", tree)
                .fed(GitCommand.utf8(message))
                .succeed()
                .text();
    }

    private static MergeOutcome failed(GitResult ran) {
        return ran.heldLock()
                .<MergeOutcome>map(MergeOutcome.Locked::new)
                .orElseGet(() -> new MergeOutcome.Failed(ran.message()));
    }
}
