package dev.foldline.effects.environment;

import static dev.foldline.effects.environment.GitCli.failed;
import static dev.foldline.effects.environment.GitCli.local;

import dev.foldline.core.effect.GitEffect.CountCommits;
import dev.foldline.core.effect.GitEffect.GatherWork;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.ResetTree;
import dev.foldline.core.effect.GitEffect.ResetTree.Verified;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.TreeReset;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.projection.BranchName;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.TicketTrailer;
import dev.foldline.effects.workflow.builtin.WorkflowSupports;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Prepares the branch of a pull request for its merge. An external agent commits on it, so Foldline
 * runs the same git commands the agent would, in the documented order.
 */
record PullRequests(RunContext run) {
    /** A reset saves everything except exchanged files, which it leaves in place. */
    private static final Exclusions ALL_BUT_OURS =
            new Exclusions(WorkflowSupports.exchangedFiles().toJavaSet());

    /** The paths are arguments of a command and logged. */
    private static final int KEPT_BYTES_MAX = 1 << 18;

    /** Opens a new branch on the updated base. */
    Event open(long ticket, OpenBranch effect, Branching.Titled branching) throws IOException {
        var git = run.git();
        git.undoHalfMove();
        var hand = new GitCli(run);
        var dirty = hand.uncommitted();
        if (!dirty.isEmpty())
            return failed(
                    ticket,
                    Kind.GIT,
                    "there is uncommitted work in "
                            + String.join(", ", dirty)
                            + "; commit or stash it");
        if (untracked().mapToInt(path -> path.getBytes(StandardCharsets.UTF_8).length).sum()
                > KEPT_BYTES_MAX)
            return failed(
                    ticket,
                    Kind.GIT,
                    "there are "
                            + untracked().count()
                            + " untracked files, more than a run can leave where they are; commit"
                            + " them, or name what is no work in .gitignore");
        var from = git.head();
        var base = local(branching.baseBranch());
        var refused = hand.checkout(base).orElse(() -> hand.pull(base));
        if (refused.isEmpty()) refused = branched(BranchName.of(title(effect)), hand);
        if (refused.isEmpty()) return opened(ticket);
        hand.goBack(from);
        return failed(ticket, Kind.GIT, refused.get());
    }

    /**
     * The name is recorded before the branch is created. A later hook can fail without undoing it,
     * so HEAD counts.
     */
    private Option<String> branched(String wanted, GitCli hand) throws IOException {
        var git = run.git();
        var base = git.head().commit();
        var started = existingBranch(base);
        try {
            var name = started.isPresent() ? started.get() : git.freeBranchName(wanted);
            var mark = run.openedRefs() + name;
            git.restoreRef(mark, git.resolve(mark), Optional.of(base));
            var refused = hand.typed("checkout", started.isPresent() ? "-B" : "-b", name);
            return git.head().branch().equals(Optional.of(name))
                    ? Option.none()
                    : refused.orElse(
                            Option.of("git checkout -b " + name + " did not switch to it"));
        } catch (GitFault noName) {
            return Option.of(noName.getMessage());
        }
    }

    /** When repeated after a crash, it finds the branch already moved. */
    Event gather(long ticket, GatherWork effect) throws IOException {
        var git = run.git();
        var head = git.head();
        if (effect.base().isEmpty())
            return failed(ticket, Kind.NEEDS_PERSON, "it is not known where the branch started");
        var base = effect.base().get();
        if (!git.isAncestor(base, head.commit()))
            return failed(
                    ticket,
                    Kind.NEEDS_PERSON,
                    "the branch no longer starts at "
                            + base
                            + "; its commits are left as they are");
        if (!head.commit().equals(base)) {
            if (!effect.head().contains(head.commit()))
                return failed(
                        ticket,
                        Kind.NEEDS_PERSON,
                        "the branch has moved: HEAD is now at " + head.commit());
            if (!git.keepCommit(run.savedRef(ticket), head.commit()))
                return failed(
                        ticket, Kind.GIT, run.savedRef(ticket) + " keeps another commit already");
            if (!(git.uncommit(head, base, run.exclusions(effect.protectedPaths()))
                    instanceof BranchOutcome.RefMove.Moved))
                return failed(ticket, Kind.GIT, "the branch could not be taken back to " + base);
        }
        return new TreeInspected(ticket, Option.of(base), tree(effect.protectedPaths()), "");
    }

    /** A driver died after its last command if HEAD is on a branch of this run without commits. */
    Event seenOpened(long ticket, Branching.Titled branching) throws IOException {
        var git = run.git();
        git.undoHalfMove();
        var base =
                git.branch(local(branching.baseBranch()))
                                instanceof BranchOutcome.State.At(var at, _)
                        ? Optional.of(at)
                        : Optional.<String>empty();
        var started = base.isPresent() ? existingBranch(base.get()) : Optional.<String>empty();
        return started.isPresent() && started.equals(git.head().branch())
                ? opened(ticket)
                : new NotDone(ticket);
    }

    /**
     * Returns the branch that an earlier attempt of this run created, if it has no commits of its
     * own.
     */
    private Optional<String> existingBranch(String base) throws IOException {
        for (var ref : run.git().ground().facts().keySet()) {
            if (!ref.startsWith(run.openedRefs())) continue;
            var name = ref.substring(run.openedRefs().length());
            if (run.git().branch(name) instanceof BranchOutcome.State.At(var at, _)
                    && run.git().isAncestor(at, base)) return Optional.of(name);
        }
        return Optional.empty();
    }

    /**
     * The user's untracked files may exist there: commits leave them out, and a reset leaves them
     * in place.
     */
    private Event opened(long ticket) throws IOException {
        var head = run.git().head();
        var kept = WorkflowSupports.exchangedFiles().appendAll(untracked().toList());
        return LocalContentReport.opened(
                run, paths -> run.git().treeState(run.exclusions(paths)), ticket, head, kept);
    }

    private Stream<String> untracked() throws IOException {
        return run.git().dirty(ALL_BUT_OURS).stream()
                .filter(path -> path.change() == DirtyPath.Change.UNTRACKED)
                .map(DirtyPath::path);
    }

    /** Reads the commits on the branch, which must be checked out. */
    Event count(long ticket, CountCommits effect) throws IOException {
        var head = run.git().head();
        if (effect.branch().exists(branch -> !head.branch().equals(Optional.of(branch))))
            return failed(
                    ticket,
                    Kind.CHECK_FAILED,
                    "The pull request is on the branch '"
                            + effect.branch().get()
                            + "', but "
                            + head.branch()
                                    .map(name -> "'" + name + "' is checked out")
                                    .orElse("no branch is checked out")
                            + ". Check it out and submit again.");
        var base = local(effect.base().getOrElse("main"));
        var counted = run.git().runAsUser("rev-list", "--count", base + "..HEAD");
        if (!counted.succeeded()) return failed(ticket, Kind.GIT, counted.said());
        return counted.out().equals("1")
                ? new TreeInspected(
                        ticket, Option.of(head.commit()), tree(effect.protectedPaths()), "one")
                : failed(
                        ticket,
                        Kind.CHECK_FAILED,
                        "The branch must be exactly one commit on top of '"
                                + base
                                + "', but it has "
                                + counted.out()
                                + ". Squash your commits into one and submit again.");
    }

    /**
     * Uncommitted work stays available under a private ref, one for each content, because the user
     * may continue after a crash.
     */
    Event reset(long ticket, ResetTree effect) throws IOException {
        var git = run.git();
        var hand = new GitCli(run);
        var found = git.treeState(ALL_BUT_OURS);
        if (!found.dirty().isEmpty())
            git.saveWork(
                    run.savedRef(ticket) + "/" + found.tree(),
                    "Work of run " + run.run() + " before its scope was reduced",
                    ALL_BUT_OURS);
        var lost =
                effect.verified().isDefined()
                        ? finished(ticket, effect.verified().get())
                                .filter(_ -> !found.dirty().isEmpty())
                        : Option.<String>none();
        if (lost.isDefined()) return failed(ticket, Kind.NEEDS_PERSON, lost.get());
        var clean =
                new ArrayList<>(
                        List.of(
                                "clean",
                                "-f",
                                "-d",
                                "-q",
                                "-e",
                                "/foldline.yaml",
                                "-e",
                                "/PROMPT.md"));
        effect.protectedPaths().forEach(path -> clean.addAll(List.of("-e", "/" + literal(path))));
        var refused =
                hand.typed("reset", "--hard", "HEAD")
                        .orElse(() -> hand.typed(clean.toArray(String[]::new)));
        if (refused.isDefined()) return failed(ticket, Kind.GIT, refused.get());
        return new TreeReset(
                ticket,
                git.head().commit(),
                tree(effect.protectedPaths()),
                committed(ticket, effect),
                Vector.ofAll(git.ground().facts().keySet())
                        .filter(ref -> ref.startsWith(run.savedRef(ticket) + "/"))
                        .sorted());
    }

    /** Commits the uncommitted work of completed steps, or returns why that is not possible. */
    private Option<String> finished(long ticket, Verified verified) throws IOException {
        var git = run.git();
        var here = git.head().branch();
        if (verified.branch().exists(branch -> !here.equals(Optional.of(branch))))
            return Option.of(
                    "The work of completed steps may not be committed, and the branch '"
                            + verified.branch().get()
                            + "' is not checked out. Nothing was reset. Check it out, then:"
                            + " foldline retry");
        try {
            git.commitMissing(
                    verified.tree(),
                    verified.base().getOrElse(""),
                    trailer(ticket).appendedTo("Checkpoint of completed steps"));
            return Option.none();
        } catch (GitFault fault) {
            if (fault.kind() != GitFault.Kind.MISSING_OBJECT) throw fault;
            return Option.of(
                    "The work of completed steps may not be committed, and git no longer has the"
                            + " tree "
                            + verified.tree()
                            + " in which it was verified. Nothing was reset. Commit what belongs to"
                            + " completed steps, put the rest aside with 'git stash -u', then:"
                            + " foldline retry");
        }
    }

    /**
     * Returns the commit of completed steps that this reset, or an earlier attempt of it, has made.
     */
    private Option<Commit> committed(long ticket, ResetTree effect) throws IOException {
        var head = run.git().commit("HEAD");
        return effect.verified().isDefined() && trailer(ticket).isIn(head.message())
                ? Option.of(new Commit(head.hash(), head.tree(), head.subject()))
                : Option.none();
    }

    private TicketTrailer trailer(long ticket) {
        return new TicketTrailer(run.run(), Long.toString(ticket));
    }

    /** Returns a pattern that matches exactly this path; one for all folders is a pattern. */
    private static String literal(String path) {
        return path.startsWith("**/") ? path : path.replaceAll("[\\\\*?\\[\\] ]", "\\\\$0");
    }

    private String title(OpenBranch effect) throws IOException {
        return effect.titled().isEmpty()
                ? ""
                : WorkflowSupports.title(run.blobs().text(effect.titled().get()));
    }

    private String tree(Vector<String> kept) throws IOException {
        return run.git().workTree(run.exclusions(kept));
    }
}
