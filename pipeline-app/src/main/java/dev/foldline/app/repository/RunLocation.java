package dev.foldline.app.repository;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.ShellWord;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Step;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.StateFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a run's work is done, remembered beside its log. A log may have been copied or its
 * repository moved: whether this repository is the run's is seen from what the log says of it,
 * before anything is changed.
 */
public final class RunLocation {
    private RunLocation() {}

    private static final String CONFIGURED_IN = "configured-in";
    private static final String STARTED_FROM = "started-from";
    private static final String BRANCH = "branch";

    public static void remember(RunDirectory directory, Workspace place, Workspace configuredIn)
            throws IOException {
        AtomicFile.write(directory.place(), place.root().toString());
        AtomicFile.write(directory.path().resolve(CONFIGURED_IN), configuredIn.root().toString());
    }

    /**
     * The branch, tag or commit that a run's branch began from.
     *
     * @param branch the run's branch, so that it is found without its log; empty if it makes none
     */
    public static void rememberStart(RunDirectory directory, String name, String branch)
            throws IOException {
        AtomicFile.write(directory.path().resolve(STARTED_FROM), name);
        AtomicFile.write(directory.path().resolve(BRANCH), branch);
    }

    public static Optional<String> start(RunDirectory directory) throws IOException {
        return line(directory, STARTED_FROM).filter(each -> !each.isEmpty());
    }

    /**
     * Returns whether a run may be on this branch, without reading its log. If no branch is
     * recorded, only the log can show it.
     */
    public static boolean mayBeOn(String branch, RunDirectory directory) throws IOException {
        return line(directory, BRANCH).map(branch::equals).orElse(true);
    }

    private static Optional<String> line(RunDirectory directory, String name) throws IOException {
        var file = directory.path().resolve(name);
        return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    }

    /** Excludes child runs from the latest run. */
    public static void rememberParent(RunDirectory directory, String parent) throws IOException {
        AtomicFile.write(directory.parent(), parent);
    }

    /**
     * The working tree to take a run up in: the one it began in, or, after the repository was moved
     * or copied, this one.
     *
     * @throws UserError if the run is another repository's, or its branch is not there or not
     *     checked out
     */
    public static Workspace find(Workspace here, RunDirectory directory, PipelineState state)
            throws IOException {
        ofThisRepository(here, directory, state);
        var unmade = unmade(directory, state);
        if (unmade.isPresent()) return here.ownTree(unmade.get());
        var own = own(here, directory, state);
        if (own.isPresent()) return own.get();
        var place = place(here, directory);
        if (place.isPresent()) {
            // What an interrupted call or merge did to HEAD is for the driver to see.
            if (!isInterrupted(state) && !isMerging(state)) onItsBranch(place.get(), state);
            return place.get();
        }
        if (!isOnItsBranch(here, state) || RunTreeFolder.isOnlyPlace(here, directory, state))
            throw missingFolder(directory, state);
        remember(directory, here, here);
        return here;
    }

    /**
     * See {@link StateFolder}.
     *
     * @throws UserError if the user has no place for it
     */
    public static Path ofState(Map<String, String> environment) {
        return StateFolder.of(environment)
                .orElseThrow(
                        () ->
                                new UserError(
                                        "no place for data outside repositories",
                                        "HOME is not set",
                                        "set HOME, or XDG_STATE_HOME",
                                        ExitCode.USAGE));
    }

    /** Where a run is still to make its own working tree, or to make it whole. */
    private static Optional<Path> unmade(RunDirectory directory, PipelineState state) {
        return state.policy().branching() instanceof Branching.OwnTree
                        && state.ledger().repository().branch().isEmpty()
                ? remembered(directory.place())
                : Optional.empty();
    }

    /** Whether a run is still to make its own working tree: until then it has none to look at. */
    public static boolean isUnmade(RunDirectory directory, PipelineState state) {
        return unmade(directory, state).isPresent();
    }

    /**
     * The tree that a run has made for itself, while it is there or being left; reached from here,
     * so that the run can remove it.
     */
    private static Optional<Workspace> own(
            Workspace here, RunDirectory directory, PipelineState state) throws IOException {
        if (!(state.policy().branching() instanceof Branching.OwnTree)) return Optional.empty();
        var own =
                remembered(directory.place())
                        .filter(root -> !root.equals(here.root()))
                        .filter(
                                root ->
                                        isTreeOf(here.git().place().commonFolder(), root)
                                                || isLeft(state))
                        .map(here::ownTree);
        if (own.isPresent() && own.get().site().isThere() && !isInterrupted(state))
            onItsBranch(own.get(), state);
        return own;
    }

    /** Whether it needs its tree no more, or removes it just now. */
    private static boolean isLeft(PipelineState state) {
        return state.isAtEnd()
                || state.currentStep()
                        .exists(
                                step ->
                                        step instanceof Step.Git(var operation, _, _)
                                                && operation == GitOperation.RELEASE_WORKTREE);
    }

    /**
     * Returns the working tree whose configuration a resumed run uses: the one where it was
     * started, if it still exists.
     */
    public static Path configuredIn(Workspace here, RunDirectory directory) {
        return remembered(directory.path().resolve(CONFIGURED_IN))
                .filter(path -> here.root().equals(path) || isSibling(here, path))
                .orElse(here.root());
    }

    /** Whether a driver died in the middle of an agent's call. */
    public static boolean isInterrupted(PipelineState state) {
        return state.slots().inFlight().running().exists(InvokeAgent.class::isInstance);
    }

    /**
     * Whether a driver died in the middle of the merge that leaves the run's branch and deletes it,
     * or a person may have made that merge.
     */
    private static boolean isMerging(PipelineState state) {
        return state.slots().inFlight().running().exists(MergeBranch.class::isInstance)
                || state.phase()
                        .exists(
                                phase ->
                                        phase.steps()
                                                .exists(
                                                        step ->
                                                                step
                                                                                instanceof
                                                                                Step.Git(
                                                                                        var
                                                                                                operation,
                                                                                        _,
                                                                                        _)
                                                                        && operation
                                                                                == GitOperation
                                                                                        .MERGE));
    }

    /**
     * Returns the root of its recorded working tree, or this one's if that is not part of this
     * repository. It only reads files, because git could run planted programs there.
     */
    public static Path root(Workspace here, RunDirectory directory) {
        return remembered(directory)
                .filter(root -> isTreeOf(here.git().place().commonFolder(), root))
                .orElse(here.root());
    }

    private static boolean isTreeOf(Path repository, Path root) {
        try {
            var git = root.resolve(".git");
            var folder =
                    Files.isDirectory(git)
                            ? git
                            : root.resolve(
                                    Files.readString(git).strip().replaceFirst("^gitdir: ", ""));
            return folder.toRealPath().startsWith(repository.toRealPath());
        } catch (IOException | InvalidPathException noTree) {
            return false;
        }
    }

    /** The working tree it is remembered to work in. */
    public static Optional<Path> remembered(RunDirectory directory) {
        return remembered(directory.place());
    }

    private static Optional<Path> remembered(Path file) {
        try {
            return Optional.of(Path.of(Files.readString(file).strip()));
        } catch (NoSuchFileException unknown) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw StorageFailure.of(unreadable, file.toString(), "");
        }
    }

    /** The working tree it is remembered to work in, if that is one of this repository. */
    public static Optional<Workspace> place(Workspace here, RunDirectory directory) {
        var remembered = remembered(directory);
        return remembered.isEmpty() || remembered.get().equals(here.root())
                ? Optional.of(here)
                : sibling(here, remembered.get());
    }

    private static boolean isSibling(Workspace here, Path root) {
        var there = sibling(here, root);
        there.ifPresent(Workspace::close);
        return there.isPresent();
    }

    /** Returns the error for a run whose working tree no longer exists. */
    public static UserError missingFolder(RunDirectory directory, PipelineState state)
            throws IOException {
        var resume = "foldline resume " + directory.id();
        var folder = remembered(directory);
        if (folder.filter(Files::isDirectory).isPresent())
            return new UserError(
                    "the working tree of run "
                            + directory.id()
                            + " does not belong to this repository; was either of them moved?",
                    folder.get().toString(),
                    "git worktree repair "
                            + ShellWord.of(folder.get().toString())
                            + ", then: "
                            + resume,
                    ExitCode.FAILED);
        return new UserError(
                "the working tree of run " + directory.id() + " is gone",
                folder.map(Path::toString).orElse(""),
                "to continue in this one: "
                        + switchTo(state)
                                .map(command -> command + ", then: " + resume)
                                .orElse(resume),
                ExitCode.FAILED);
    }

    private static Optional<Workspace> sibling(Workspace here, Path root) {
        if (!isTreeOf(here.git().place().commonFolder(), root)) return Optional.empty();
        try {
            var there = Workspace.open(root, here.environment());
            if (there.runs().root().equals(here.runs().root())) return Optional.of(there);
            there.close();
            return Optional.empty();
        } catch (UserError noRepository) {
            return Optional.empty();
        }
    }

    private static void ofThisRepository(
            Workspace here, RunDirectory directory, PipelineState state) throws IOException {
        var header = state.header();
        if (!header.run().equals(directory.id().text()))
            throw new UserError(
                    "this is the log of run "
                            + header.run()
                            + ", in the folder of run "
                            + directory.id(),
                    directory.path().toString(),
                    "rename the folder to its original name: mv '"
                            + directory.path()
                            + "' '"
                            + directory.path().resolveSibling(header.run())
                            + "'",
                    ExitCode.FAILED);
        var repository = state.ledger().repository();
        if (repository.base().isDefined()
                && here.git().resolve(repository.base().get() + "^{commit}").isEmpty())
            throw elsewhere(
                    directory,
                    "the base commit of the run, "
                            + repository.base().get()
                            + ", is not in this repository",
                    here);
        if (repository.branch().isDefined()
                && !isMerging(state)
                && here.git().branch(repository.branch().get())
                        instanceof BranchOutcome.State.NoSuchBranch)
            throw new UserError(
                    "the run works on branch "
                            + repository.branch().get()
                            + ", which does not exist",
                    here.root().toString(),
                    "git branch "
                            + repository.branch().get()
                            + " "
                            + repository.head().orElse(repository.base()).getOrElse("COMMIT"),
                    ExitCode.FAILED);
        try {
            here.runs().blobs().text(header.task(), 1);
        } catch (NoSuchFileException absent) {
            // In its own repository it was deleted, which is reported with other losses.
            if (!isRememberedHere(here, directory))
                throw elsewhere(directory, "the text of the run's task is not here", here);
        }
    }

    private static boolean isRememberedHere(Workspace here, RunDirectory directory) {
        return remembered(directory)
                .filter(root -> root.equals(here.root()) || isSibling(here, root))
                .isPresent();
    }

    private static UserError elsewhere(RunDirectory directory, String why, Workspace here) {
        return new UserError(
                why + ": its log was copied from elsewhere",
                here.root().toString(),
                "resume it where it started; to read it here: foldline log " + directory.id(),
                ExitCode.FAILED);
    }

    /** Agents must not be let loose on a branch that is not the run's. */
    private static void onItsBranch(Workspace place, PipelineState state) throws IOException {
        if (isOnItsBranch(place, state)) return;
        throw new UserError(
                "the run works on branch "
                        + state.ledger().repository().branch().getOrElse("")
                        + ", but "
                        + place.git()
                                .head()
                                .branch()
                                .map(name -> "branch " + name)
                                .orElse("no branch")
                        + " is checked out",
                place.root().toString(),
                switchTo(state).orElse(""),
                ExitCode.FAILED);
    }

    private static boolean isOnItsBranch(Workspace place, PipelineState state) throws IOException {
        var branch = state.ledger().repository().branch();
        return branch.isEmpty() || place.git().head().branch().equals(Optional.of(branch.get()));
    }

    private static Optional<String> switchTo(PipelineState state) {
        return state.ledger()
                .repository()
                .branch()
                .toJavaOptional()
                .map(branch -> "git switch " + branch);
    }
}
