package dev.foldline.effects.environment;

import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.CountCommits;
import dev.foldline.core.effect.GitEffect.GatherWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.ReleaseWorktree;
import dev.foldline.core.effect.GitEffect.ResetTree;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.CommitSkipped;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.TreeMoved;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.artifact.CommitMessages;
import dev.foldline.effects.context.FaultMapper;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.CommitOutcome;
import dev.foldline.effects.git.CommitRequest;
import dev.foldline.effects.git.CommitRequest.Terms;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.GitReads.TreeState;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.RebaseOutcome;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.TicketTrailer;
import dev.foldline.effects.git.WorktreeOutcome;
import dev.foldline.effects.guard.UncommittedWorkBackup;
import dev.foldline.effects.redact.ControlCharacters;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Collectors;

/** Carries out git effects and converts git's results to events. */
final class GitHandler {
    private static final int CHANGED_MAX = 50;
    private static final int PATH_CHARS_MAX = 200;

    private final RunContext run;
    private final TreeReader trees;
    private final RunMerger merging;

    /** Reads the working tree without the protected paths. */
    @FunctionalInterface
    interface TreeReader {
        TreeState read(Vector<String> kept) throws IOException;

        /** Returns the tree for a commit, if it was read just now, and forgets it. */
        default Option<String> takeRecent(Vector<String> kept) throws IOException {
            return Option.none();
        }

        /** Receives a commit that changed no file, for the effect that follows it. */
        default void committed(Vector<String> kept, WorkCommitted made) {}
    }

    GitHandler(RunContext run) {
        this(run, kept -> run.git().treeState(run.exclusions(kept)));
    }

    GitHandler(RunContext run, TreeReader trees) {
        this.run = run;
        this.trees = trees;
        this.merging = new RunMerger(run);
    }

    Event perform(long ticket, GitEffect effect) throws IOException {
        return switch (effect) {
            case OpenBranch e ->
                    e.branching() instanceof Branching.Titled titled
                            ? new PullRequests(run).open(ticket, e, titled)
                            : open(ticket, e.branching());
            case CountCommits e -> new PullRequests(run).count(ticket, e);
            case GatherWork e -> new PullRequests(run).gather(ticket, e);
            case ResetTree e -> new PullRequests(run).reset(ticket, e);
            case MergeBranch e -> new PorcelainMerge(run).merge(ticket, e);
            case InspectTree e -> look(ticket, e);
            case CommitWork e -> commit(ticket, e);
            case GitEffect.ObserveWork e -> new CommitObserver(run).observe(ticket, e);
            case RebaseBranch e -> rebase(ticket, e);
            case PrepareMerge e -> merging.prepare(ticket, e);
            case LandMerge e -> merging.land(ticket, e);
            case ReleaseWorktree e -> RunWorktree.leave(run, ticket, e);
            case SaveWork e -> save(ticket, e);
        };
    }

    private Event open(long ticket, Branching branching) throws IOException {
        if (branching instanceof Branching.OwnTree own
                && new RunWorktree(run).make(own) instanceof WorktreeOutcome.Refused(var why))
            return failed(ticket, Kind.GIT, why);
        var git = run.git();
        git.exclude(".foldline/");
        git.undoHalfMove();
        var kept = Vector.ofAll(git.dirty(run.exclusions(Vector.empty()))).map(DirtyPath::path);
        UncommittedWorkBackup.begin(run, kept);
        var before = git.head();
        var outcome =
                switch (branching) {
                    case Branching.Stay _, Branching.Titled _ -> new BranchOutcome.OnBranch(before);
                    case Branching.OwnTree _ -> new BranchOutcome.OnBranch(before);
                    case Branching.NewBranch(var name, var base) -> onNew(name, base, before);
                };
        return switch (outcome) {
            case BranchOutcome.OnBranch(var head) -> opened(ticket, head, kept);
            case BranchOutcome.Exists(var commit) ->
                    failed(ticket, Kind.GIT, "the branch is there already, at " + commit);
            case BranchOutcome.Absent(var name) ->
                    failed(ticket, Kind.GIT, "there is no branch or commit " + name);
            case BranchOutcome.InTheWay(var output) ->
                    failed(ticket, Kind.GIT, "uncommitted changes are in the way: " + output);
            case BranchOutcome.Locked(var lock) -> locked(ticket, lock);
            case BranchOutcome.Failed(var output) -> failed(ticket, Kind.GIT, output);
        };
    }

    private BranchOutcome onNew(String name, Option<String> base, Head before) throws IOException {
        if (before.branch().equals(Optional.of(name))) return new BranchOutcome.OnBranch(before);
        var start = base.isDefined() ? run.git().resolve(base.get()) : Optional.of(before.commit());
        return start.isEmpty()
                ? new BranchOutcome.Absent(base.get())
                : run.git().openBranch(name, start.get(), run.run());
    }

    private Event opened(long ticket, Head head, Vector<String> kept) throws IOException {
        return LocalContentReport.opened(run, trees, ticket, head, kept);
    }

    /** Returns the tree that a commit would have. */
    String tree(Vector<String> kept) throws IOException {
        return run.git().workTree(run.exclusions(kept));
    }

    private Event look(long ticket, InspectTree effect) throws IOException {
        var seen = trees.read(effect.protectedPaths());
        return new TreeInspected(
                ticket,
                Option.of(run.git().head().commit()),
                seen.tree(),
                seen.dirty().isEmpty() ? InspectTree.CLEAN : "changed");
    }

    private Event commit(long ticket, CommitWork effect) throws IOException {
        var message =
                message(run, effect.message(), "Work of run " + run.run())
                        + signed(effect.worker());
        var mayRunHooks = run.git().influences().mayRunHooks();
        var recent = trees.takeRecent(effect.protectedPaths()).toJavaOptional();
        var local = LocalContentReport.added(run, effect, recent);
        var outcome =
                eventOf(
                        ticket,
                        local,
                        run.git()
                                .commitWork(
                                        new CommitRequest(
                                                message,
                                                terms(
                                                        run,
                                                        ticket,
                                                        effect,
                                                        run.git().head().commit()),
                                                recent)));
        if (outcome instanceof WorkCommitted made && !mayRunHooks)
            trees.committed(effect.protectedPaths(), made);
        return outcome instanceof TreeMoved moved && effect.tree().isDefined()
                ? new TreeMoved(ticket, moved.tree(), changed(effect.tree().get(), moved.tree()))
                : outcome;
    }

    private Vector<String> changed(String checked, String actual) throws IOException {
        return Vector.ofAll(run.git().changedPaths(checked, actual)).take(CHANGED_MAX);
    }

    /** Work that a terminal left uncommitted counts as completed when it is committed. */
    private static String signed(Option<TerminalAgent> worker) {
        return worker.map(by -> "\n\n" + CommitMetadata.of(by, WorkObserved.COMPLETED).print())
                .getOrElse("");
    }

    /**
     * @param head the branch's head, for an effect that names no parent
     */
    static Terms terms(RunContext run, long ticket, CommitWork effect, String head) {
        var expected = new Head(effect.branch().toJavaOptional(), effect.parent().getOrElse(head));
        return new Terms(
                new TicketTrailer(run.run(), Long.toString(ticket)),
                expected,
                effect.tree().toJavaOptional(),
                run.exclusions(effect.protectedPaths()));
    }

    static Event eventOf(long ticket, Vector<LocalContent> local, CommitOutcome outcome) {
        return switch (outcome) {
            case CommitOutcome.Committed(var commit) ->
                    new WorkCommitted(
                            ticket, commit.hash(), commit.tree(), commit.subject(), local);
            case CommitOutcome.NothingToCommit _ ->
                    new CommitSkipped(ticket, "No changes to commit (empty diff)", local);
            case CommitOutcome.TreeMoved(var actual) -> new TreeMoved(ticket, actual);
            case CommitOutcome.HeadMoved(var actual) ->
                    needsPerson(
                            ticket,
                            "the branch has moved: HEAD is now at "
                                    + actual.branch().orElse("no branch")
                                    + ", "
                                    + actual.commit());
            case CommitOutcome.RejectedByHook(var output) ->
                    rejected(ticket, "a hook rejected the commit: " + output);
            case CommitOutcome.TookExcluded(var paths) ->
                    rejected(
                            ticket,
                            "the commit would have taken "
                                    + String.join(", ", paths)
                                    + "; it was undone");
            case CommitOutcome.Stands(var commit, var paths) ->
                    needsPerson(
                            ticket,
                            "the commit "
                                    + commit.hash()
                                    + " took "
                                    + String.join(", ", paths)
                                    + ", and the branch has moved since: remove them from the"
                                    + " commit, then run foldline retry");
            case CommitOutcome.NestedRepositories(var paths) ->
                    rejected(
                            ticket,
                            "there are repositories inside the working tree, or what is called like"
                                    + " one: "
                                    + String.join(", ", paths));
            case CommitOutcome.RefusedNames(var paths) ->
                    rejected(
                            ticket,
                            "git takes nothing of this name, so that it would be in no commit: "
                                    + paths.stream()
                                            .map(GitHandler::shortened)
                                            .collect(Collectors.joining(", "))
                                    + "; rename or remove it");
            case CommitOutcome.Unfinished(var operation) ->
                    needsPerson(ticket, "a " + operation + " is half done in this working tree");
            case CommitOutcome.NoIdentity(var output) ->
                    needsPerson(ticket, "git knows no name and address to commit with: " + output);
            case CommitOutcome.Unsigned(var output) ->
                    needsPerson(
                            ticket,
                            "git could not sign the commit, as commit.gpgsign asks: " + output);
            case CommitOutcome.Locked(var lock) -> locked(ticket, lock);
            case CommitOutcome.Failed(var output) -> failed(ticket, Kind.GIT, output);
        };
    }

    /** A path can be longer than git can read. */
    private static String shortened(String path) {
        return path.length() <= PATH_CHARS_MAX
                ? path
                : path.substring(0, PATH_CHARS_MAX) + "... (" + path.length() + " characters)";
    }

    private static Event needsPerson(long ticket, String message) {
        return failed(ticket, Kind.NEEDS_PERSON, message);
    }

    /** Returns the agent's message without secrets and control characters, if it is valid. */
    static String message(RunContext run, Option<String> artifact, String otherwise)
            throws IOException {
        var written =
                artifact.isDefined()
                        ? CommitMessages.text(run.blobs().text(artifact.get()))
                        : Optional.<String>empty();
        return ControlCharacters.escape(run.redaction().text(written.orElse(otherwise)));
    }

    private Event rebase(long ticket, RebaseBranch effect) throws IOException {
        var base = run.git().baseBranch(effect.base().toJavaOptional());
        if (base.isEmpty())
            return failed(
                    ticket,
                    Kind.GIT,
                    "there is no base " + effect.base().getOrElse("branch") + " to rebase onto");
        var expected =
                new Head(
                        effect.branch().toJavaOptional(),
                        effect.head().getOrElse(run.git().head().commit()));
        return switch (run.git().rebase(expected, base.get().commit())) {
            case RebaseOutcome.Rebased(_, var after) ->
                    rebased(
                            run,
                            ticket,
                            after,
                            RebasedStart.after(run.git(), effect, base.get().commit(), after),
                            effect);
            case RebaseOutcome.UpToDate(var head) ->
                    rebased(run, ticket, head, Option.none(), effect);
            case RebaseOutcome.Conflict(var paths) ->
                    failed(
                            ticket,
                            Kind.CONFLICT,
                            "rebase conflict in "
                                    + String.join(", ", paths)
                                    + "; nothing was changed");
            case RebaseOutcome.InTheWay(var output) -> failed(ticket, Kind.GIT, output);
            case RebaseOutcome.HeadMoved(var actual) ->
                    failed(ticket, Kind.NEEDS_PERSON, "the branch has moved to " + actual.commit());
            case RebaseOutcome.Unfinished(var operation) ->
                    failed(
                            ticket,
                            Kind.NEEDS_PERSON,
                            "a " + operation + " is half done in this working tree");
            case RebaseOutcome.Locked(var lock) -> locked(ticket, lock);
            case RebaseOutcome.Failed(var output) -> failed(ticket, Kind.GIT, output);
        };
    }

    static Event rebased(
            RunContext run, long ticket, String head, Option<String> start, RebaseBranch effect)
            throws IOException {
        return new BranchRebased(
                ticket, head, run.git().workTree(run.exclusions(effect.protectedPaths())), start);
    }

    private Event save(long ticket, SaveWork effect) throws IOException {
        // Work in a separate worktree was committed or saved when the worktree was removed.
        if (!run.site().isThere()) return new WorkSaved(ticket, Option.none());
        var message = "Unfinished work of run " + run.run();
        return switch (run.git()
                .saveWork(run.savedRef(ticket), message, run.exclusions(effect.protectedPaths()))) {
            case SaveOutcome.Saved saved -> new WorkSaved(ticket, Option.of(saved.commit()));
            case SaveOutcome.Clean _ -> new WorkSaved(ticket, Option.none());
        };
    }

    static Event locked(long ticket, String lock) {
        return failed(
                ticket,
                Kind.GIT,
                "another process holds " + lock + "; if none is running, remove the file");
    }

    /** The fingerprint lets the run count rejections that recovery has not changed. */
    private static Event rejected(long ticket, String message) {
        return new EffectFailed(
                ticket,
                FaultMapper.of(Kind.COMMIT_REJECTED, message),
                Option.of(OutputNormalizer.fingerprint(message)));
    }

    static Event failed(long ticket, Kind kind, String message) {
        return new EffectFailed(ticket, FaultMapper.of(kind, message));
    }
}
