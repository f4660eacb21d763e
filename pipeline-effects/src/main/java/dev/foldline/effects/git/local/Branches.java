package dev.foldline.effects.git.local;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.BranchOutcome.RefMove;
import dev.foldline.effects.git.BranchOutcome.State;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.command.FileMove;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Branch operations through the git command, which respects hooks, reflogs and every ref storage. A
 * new branch gets a reflog message of Foldline's before it is checked out, so a branch left by a
 * crash can be recognized.
 */
record Branches(GitRunner bench, ObjectReads reads) {
    static final String HEADS = "refs/heads/";
    private static final int SUFFIX_MAX = 10_000;
    private static final Pattern IN_THE_WAY =
            Pattern.compile("would be overwritten|would lose untracked|not uptodate");

    /** Names that git accepts in every repository. */
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z0-9][\\w-]*(/[A-Za-z0-9][\\w-]*)*");

    /** For git the same as zeros, whatever the length of a hash. */
    private static final String NO_COMMIT = "";

    State state(String name) throws GitFault {
        Optional<String> at = reads.ref(HEADS + name);
        if (at.isEmpty()) return new State.NoSuchBranch();
        return new State.At(at.get(), reads.head().branch().filter(name::equals).isPresent());
    }

    /**
     * The comparison ignores case, because two refs that differ only in case cannot both be files
     * on every disk.
     */
    String free(String wanted) throws GitFault {
        mustBeABranchName(wanted);
        Set<String> taken = new HashSet<>();
        for (var name : reads.refsBelow(HEADS).keySet()) {
            taken.add(name.substring(HEADS.length()).toLowerCase(Locale.ROOT));
        }
        String folder = wanted.toLowerCase(Locale.ROOT);
        for (int slash = folder.lastIndexOf('/');
                slash > 0;
                slash = folder.lastIndexOf('/', slash - 1)) {
            String above = folder.substring(0, slash);
            if (taken.contains(above)) {
                throw new GitFault(
                        Kind.BAD_NAME,
                        "the branch '"
                                + above
                                + "' exists where '"
                                + wanted
                                + "' needs a folder; rename it: git branch -m "
                                + above
                                + " "
                                + above
                                + "-old");
            }
        }
        for (int number = 1; number <= SUFFIX_MAX; number++) {
            String name = number == 1 ? wanted : wanted + "-" + number;
            if (free(name.toLowerCase(Locale.ROOT), taken)) return name;
        }
        throw new GitFault(Kind.BAD_NAME, "no name like '" + wanted + "' is free");
    }

    BranchOutcome open(String name, String base, String run) throws GitFault {
        mustBeABranchName(name);
        Optional<String> start = reads.resolve(base);
        String mark = "foldline: open for " + run;
        if (state(name) instanceof State.At(var commit, var _)) {
            boolean ours =
                    start.equals(Optional.of(commit)) && beginning(name).equals(Optional.of(mark));
            return ours ? switchTo(name) : new BranchOutcome.Exists(commit);
        }
        return start.isPresent() ? made(name, start.get(), mark) : new BranchOutcome.Absent(base);
    }

    private BranchOutcome made(String name, String start, String mark) throws GitFault {
        GitResult ran =
                bench.git(
                                "update-ref",
                                "--create-reflog",
                                "-m",
                                mark,
                                HEADS + name,
                                start,
                                NO_COMMIT)
                        .runWithRetries();
        if (!ran.succeeded())
            return state(name) instanceof State.At(var commit, var _)
                    ? new BranchOutcome.Exists(commit)
                    : refusal(ran);
        BranchOutcome outcome = switchTo(name);
        if (!(outcome instanceof BranchOutcome.OnBranch))
            bench.git("update-ref", "-d", HEADS + name, start).runWithRetries();
        return outcome;
    }

    /** Returns the reflog message of the branch's creation. */
    private Optional<String> beginning(String name) throws GitFault {
        var log = bench.git("log", "--walk-reflogs", "--format=%gs", HEADS + name, "--").run();
        return log.succeeded() ? log.text().lines().reduce((_, older) -> older) : Optional.empty();
    }

    /**
     * A post-checkout hook can fail without undoing the checkout, so HEAD counts, not the exit
     * code.
     */
    private BranchOutcome switchTo(String name) throws GitFault {
        String from = reads.head().commit();
        GitResult ran =
                new FileMove(
                                bench.settings(),
                                bench.place().root(),
                                from,
                                reads.ref(HEADS + name).orElse(from))
                        .by(bench.git("checkout", "-q", name, "--").runningHooks());
        var head = reads.head();
        return head.branch().filter(name::equals).isPresent()
                ? new BranchOutcome.OnBranch(head)
                : refusal(ran);
    }

    /** The result of advancing from one commit to another. */
    sealed interface Advance {
        record Done() implements Advance {}

        record HeadMoved(Head actual) implements Advance {}

        record InTheWay(String output) implements Advance {}

        record Refused(GitResult ran) implements Advance {}
    }

    /**
     * Advances branch and files, keeping uncommitted changes, if HEAD has not moved. The files are
     * moved first, as in git itself: if the branch has moved after a crash, the files have moved as
     * well.
     */
    Advance advance(Head from, String to, String why) throws GitFault {
        if (!reads.head().equals(from)) return new Advance.HeadMoved(reads.head());
        var move = new FileMove(bench.settings(), bench.place().root(), from.commit(), to);
        move.begin();
        Advance advance = advanced(from, to, why);
        move.end();
        return advance;
    }

    private Advance advanced(Head from, String to, String why) throws GitFault {
        // Fails if files differ, which does not matter here.
        bench.git("update-index", "-q", "--refresh").run();
        if (!reads.head().equals(from)) return new Advance.HeadMoved(reads.head());
        GitResult files =
                bench.git("read-tree", "-m", "-u", from.commit(), to)
                        .runningHooks()
                        .runWithRetries();
        if (!files.succeeded())
            return IN_THE_WAY.matcher(files.err()).find()
                    ? new Advance.InTheWay(files.message())
                    : new Advance.Refused(files);
        GitResult moved =
                bench.git("update-ref", "-m", "foldline: " + why, "HEAD", to, from.commit())
                        .runWithRetries();
        if (moved.succeeded()) {
            tellHook(from.commit(), to);
            return new Advance.Done();
        }
        bench.git("read-tree", "-m", "-u", to, from.commit()).runningHooks().runWithRetries();
        Head now = reads.head();
        return now.equals(from) ? new Advance.Refused(moved) : new Advance.HeadMoved(now);
    }

    /** Runs the hook as a checkout does; its result is ignored. */
    private void tellHook(String from, String to) {
        try {
            bench.git("hook", "run", "--ignore-missing", "post-checkout", "--", from, to, "1")
                    .runningHooks()
                    .run();
        } catch (GitFault outOfPatience) {
            // The branch is already at its destination.
        }
    }

    RefMove restore(String ref, Optional<String> expected, Optional<String> to) throws GitFault {
        if (!ref.startsWith("refs/"))
            throw new PipelineBug("a full ref name begins with refs/, not " + ref);
        GitResult ran =
                to.isPresent()
                        ? bench.git(
                                        "update-ref",
                                        "-m",
                                        "foldline: restore",
                                        ref,
                                        to.get(),
                                        expected.orElse(NO_COMMIT))
                                .runWithRetries()
                        : bench.git("update-ref", "-d", ref, expected.orElse(NO_COMMIT))
                                .runWithRetries();
        if (ran.succeeded()) return new RefMove.Moved();
        Optional<String> actual = reads.ref(ref);
        if (!actual.equals(expected)) return new RefMove.Elsewhere(actual);
        throw ran.heldLock()
                .map(lock -> new GitFault(Kind.LOCKED, lock + " is held by another process"))
                .orElseGet(() -> ran.asFault("update-ref"));
    }

    void mustBeABranchName(String name) throws GitFault {
        if (PLAIN.matcher(name).matches() && !name.equals("HEAD")) return;
        if (!name.startsWith("-")
                && bench.git("check-ref-format", "--branch", name).run().succeeded()) return;
        throw new GitFault(Kind.BAD_NAME, "'" + name + "' cannot be the name of a branch");
    }

    private static BranchOutcome refusal(GitResult ran) {
        if (ran.heldLock().isPresent()) return new BranchOutcome.Locked(ran.heldLock().get());
        String said = ran.message();
        boolean inTheWay =
                said.contains("would be overwritten")
                        || said.contains("already checked out")
                        || said.contains("already used by worktree")
                        || said.contains("resolve your current index first");
        return inTheWay ? new BranchOutcome.InTheWay(said) : new BranchOutcome.Failed(said);
    }

    private static boolean free(String name, Set<String> taken) {
        return !taken.contains(name)
                && taken.stream().noneMatch(other -> other.startsWith(name + "/"));
    }
}
