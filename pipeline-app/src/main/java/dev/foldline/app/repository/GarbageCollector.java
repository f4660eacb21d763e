package dev.foldline.app.repository;

import dev.foldline.app.error.UserError;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.files.TemporaryFolder;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.WorktreeOutcome;
import dev.foldline.effects.git.WorktreeOutcome.Content;
import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.store.PortAllocator;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds what runs that are over have left behind, and removes just what was found. Whatever can
 * still be resumed is left alone.
 */
public final class GarbageCollector {
    /** Of what goes with a tree nothing is left out, not even what is never committed. */
    private static final Exclusions NOTHING = new Exclusions(Set.of());

    private final Workspace here;
    private final boolean isDiscarding;

    public GarbageCollector(Workspace here) {
        this(here, false);
    }

    /**
     * @param isDiscarding whether ignored files are deleted with a worktree, also those that
     *     nothing else has
     */
    public GarbageCollector(Workspace here, boolean isDiscarding) {
        this.here = here;
        this.isDiscarding = isDiscarding;
    }

    /** What is left, by the time the runs began. Nothing is changed. */
    public Vector<Leftover> found() throws IOException {
        var refs = new TreeMap<>(here.git().ground().facts());
        var busy = Reaper.marked().stream().map(each -> each.marker().run()).toList();
        var found = Vector.<Leftover>empty();
        for (var run : Vector.ofAll(here.runs().newestFirst()).reverse()) {
            // Its log is opened only if something of it is left: of most runs nothing is.
            var root = root(run);
            var merges = merges(run.id(), refs);
            if (root.isEmpty() && merges.isEmpty()) continue;
            var state = over(run);
            if (state.isEmpty()) continue;
            var tree =
                    root.isPresent()
                            ? tree(run, root.get(), state.get(), busy.contains(run.id().text()))
                            : Optional.<Leftover>empty();
            found = found.appendAll(tree.stream().toList()).appendAll(merges);
        }
        return found.appendAll(branches(refs)).appendAll(folders());
    }

    private Vector<Leftover> branches(NavigableMap<String, String> refs) throws IOException {
        var landed = new LandedBranches(here, refs);
        var found = Vector.<Leftover>empty();
        for (var entry : here.runs().index().ofWorkflow(BuiltinWorkflows.TASKS.label()).toList()) {
            var state = over(entry.run());
            if (state.isPresent()) found = found.appendAll(landed.of(entry.run(), state.get()));
        }
        return found;
    }

    private static Vector<Leftover> folders() throws IOException {
        return Vector.ofAll(TemporaryFolder.abandoned("replay")).map(Leftover.Folder::new);
    }

    /** The recordings of all runs, also of those that can be resumed. Nothing is changed. */
    public Vector<Leftover> recordings() throws IOException {
        var found = Vector.<Leftover>empty();
        for (var recording : RecordingRetention.all(here))
            found = found.append(new Leftover.Recording(recording.run().id(), recording.bytes()));
        return found;
    }

    /**
     * Returns the status of a run that has ended with all its parents; it cannot be resumed and no
     * driver is about to exit.
     */
    private Optional<PipelineState> over(RunDirectory run) throws IOException {
        try {
            if (Files.notExists(run.events()) || RunLock.holder(run.lock()).isPresent())
                return Optional.empty();
            var state = RunHistory.open(run).latest().state();
            if (!(state.lifecycle() instanceof Lifecycle.Ended)) return Optional.empty();
            var parent =
                    state.header()
                            .parent()
                            .map(each -> here.runs().directory(new RunId(each.run())));
            return parent.isEmpty() || over(parent.get()).isPresent()
                    ? Optional.of(state)
                    : Optional.empty();
        } catch (UserError unreadable) {
            return Optional.empty();
        }
    }

    /**
     * Where a run has made a tree for itself that is still there: its folder has the run's name.
     */
    private Optional<Path> root(RunDirectory run) throws IOException {
        var root = RunLocation.remembered(run).filter(path -> path.endsWith(run.id().text()));
        return root.isEmpty()
                        || here.git().worktree(root.get()) instanceof WorktreeOutcome.State.Absent
                ? Optional.empty()
                : root;
    }

    private Optional<Leftover> tree(
            RunDirectory run, Path root, PipelineState state, boolean isBusy) throws IOException {
        if (!(state.policy().branching() instanceof Branching.OwnTree)) return Optional.empty();
        return switch (here.git().worktree(root)) {
            case WorktreeOutcome.State.Absent _ -> Optional.empty();
            case WorktreeOutcome.State.HalfMade _ ->
                    Optional.of(
                            new Leftover.Kept(run.id(), root, "git has not finished making it"));
            case WorktreeOutcome.State.Missing _, WorktreeOutcome.State.Whole _ ->
                    Optional.of(tree(run.id(), root, state, isBusy));
        };
    }

    private Leftover tree(RunId run, Path root, PipelineState state, boolean isBusy)
            throws IOException {
        if (isBusy)
            return new Leftover.Kept(
                    run,
                    root,
                    "processes of its run are left in it; end them with: foldline doctor --fix");
        if (root.equals(here.root())) return new Leftover.Kept(run, root, "you are in it");
        var content = here.git().worktreeContent(root);
        if (content instanceof Content.Bound(var why)) return new Leftover.Kept(run, root, why);
        return switch (ignored(root, state)) {
            case IgnoredFiles.Found.Files(var files) ->
                    new Leftover.Tree(run, root, content, files);
            case IgnoredFiles.Found.Bound(var name) ->
                    new Leftover.Kept(
                            run,
                            root,
                            "git ignores "
                                    + name
                                    + " there, which nothing else has and which is too large to be"
                                    + " saved; to delete it, run: foldline gc --ignored");
        };
    }

    private IgnoredFiles.Found ignored(Path root, PipelineState state) throws IOException {
        var there = here.git().tree(root);
        if (there.isEmpty()) return new IgnoredFiles.Found.Files(IgnoredFiles.NONE);
        try (var git = there.get()) {
            return IgnoredFiles.in(git, state, isDiscarding);
        }
    }

    private static Vector<Leftover> merges(RunId run, NavigableMap<String, String> refs) {
        var prefix = "refs/foldline/merge/" + run + "/";
        return Vector.ofAll(refs.tailMap(prefix).entrySet())
                .takeWhile(each -> each.getKey().startsWith(prefix))
                .map(each -> new Leftover.Merge(run, each.getKey(), each.getValue()));
    }

    /**
     * Removes one thing that was found, unless it has changed since; says why it is still there, if
     * it is.
     */
    public Optional<String> remove(Leftover found) throws IOException {
        return switch (found) {
            case Leftover.Folder(var path) -> {
                TemporaryFolder.removeAbandoned(path);
                yield Optional.empty();
            }
            case Leftover.OfRun left -> removeLocked(left);
        };
    }

    private Optional<String> removeLocked(Leftover.OfRun found) throws IOException {
        if (!(RunLock.take(here.runs().directory(found.run()).lock())
                instanceof RunLock.LockAttempt.Held(var lock)))
            return Optional.of("the run is in use");
        try (lock) {
            return switch (found) {
                case Leftover.Tree tree -> removed(tree);
                case Leftover.Merge(_, var ref, var commit) ->
                        here.git().restoreRef(ref, Optional.of(commit), Optional.empty())
                                        instanceof BranchOutcome.RefMove.Moved
                                ? Optional.empty()
                                : Optional.of("it has been moved");
                case Leftover.Branch branch -> removed(branch);
                case Leftover.Recording _ ->
                        RecordingRetention.removeLocked(
                                here, new RunRecording(here.runs().directory(found.run())));
                case Leftover.Kept _ -> Optional.empty();
            };
        }
    }

    private Optional<String> removed(Leftover.Branch branch) throws IOException {
        var git = here.git();
        var folder = git.checkout(branch.branch());
        if (folder.isPresent()) return Optional.of("it is checked out in " + folder.get());
        if (!git.keepCommit(branch.ref(), branch.commit()))
            return Optional.of(
                    branch.ref() + " keeps another commit; delete it if you do not need it");
        return git.restoreRef(
                                "refs/heads/" + branch.branch(),
                                Optional.of(branch.commit()),
                                Optional.empty())
                        instanceof BranchOutcome.RefMove.Moved
                ? Optional.empty()
                : Optional.of("it has been moved");
    }

    private Optional<String> removed(Leftover.Tree tree) throws IOException {
        if (!here.git().worktreeContent(tree.root()).equals(tree.content()))
            return Optional.of("it has changed since it was checked");
        if (!savedIgnored(tree)) return Optional.of("its ignored files have changed");
        return switch (here.git().removeWorktree(tree.root(), stash(tree))) {
            case WorktreeOutcome.Removed _, WorktreeOutcome.Absent _, WorktreeOutcome.Added _ -> {
                new PortAllocator(here.runs()).release(here.runs().directory(tree.run()));
                yield Optional.empty();
            }
            case WorktreeOutcome.Refused(var why) -> Optional.of(why);
        };
    }

    private boolean savedIgnored(Leftover.Tree tree) throws IOException {
        var there = here.git().tree(tree.root());
        if (there.isEmpty() || tree.ignored().tree().isEmpty()) return true;
        try (var git = there.get()) {
            var paths = tree.ignored().saved().asJava();
            if (!Optional.of(git.ignoredTree(paths)).equals(tree.ignored().tree())) return false;
            git.saveIgnored(tree.ignoredStash().get(), "Ignored files of run " + tree.run(), paths);
            return true;
        }
    }

    /**
     * A commit that holds all that is only in the tree, under a ref that nothing of ours ever
     * deletes.
     */
    private Optional<String> stash(Leftover.Tree tree) throws IOException {
        return switch (tree.content()) {
            case Content.Nothing _, Content.Bound _ -> Optional.empty();
            case Content.Commit(var commit) ->
                    here.git().keepCommit(tree.stash().get(), commit)
                            ? Optional.of(commit)
                            : Optional.empty();
            case Content.Work _ -> {
                var there = here.git().tree(tree.root());
                if (there.isEmpty()) yield Optional.empty();
                try (var git = there.get()) {
                    yield git.saveWork(
                                            tree.stash().get(),
                                            "Uncommitted work of run " + tree.run(),
                                            NOTHING)
                                    instanceof SaveOutcome.Saved saved
                            ? Optional.of(saved.commit())
                            : Optional.empty();
                }
            }
        };
    }
}
