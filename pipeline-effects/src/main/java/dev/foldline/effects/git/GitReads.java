package dev.foldline.effects.git;

import dev.foldline.core.state.LocalContent;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads one working tree and its repository. No method moves a ref or changes the user's index or a
 * file, so the reconciler needs only this. Revisions are whatever git resolves; hashes have 40
 * digits, or 64 in a SHA-256 repository.
 */
public interface GitReads {

    /** Returns its location on disk. */
    Place place();

    Head head() throws GitFault;

    /** Returns the commit of a revision, if it exists. */
    Optional<String> resolve(String revision) throws GitFault;

    /** Returns the complete commit. */
    CommitInfo commit(String revision) throws GitFault;

    /**
     * Returns whether {@code descendant} contains {@code ancestor}; a commit is its own ancestor.
     */
    boolean isAncestor(String ancestor, String descendant) throws GitFault;

    /** Returns the working tree in which a branch is checked out. */
    Optional<Path> checkout(String branch) throws GitFault;

    /**
     * Returns the commits of {@code to} that are not in {@code from}, children before parents, at
     * most this many.
     */
    List<CommitInfo> log(String from, String to, int commitsMax) throws GitFault;

    /** Returns the paths that differ between two commits or trees, sorted. */
    default List<String> changedPaths(String from, String to) throws GitFault {
        return changes(from, to).stream().map(TreeChange::path).toList();
    }

    /** Returns what differs between two commits or trees, sorted by path. */
    List<TreeChange> changes(String from, String to) throws GitFault;

    /** Returns what a commit or tree has at those of its paths that are wanted, in git's order. */
    List<TreeEntry> entries(String revision, Predicate<TreeEntry> wanted) throws GitFault;

    /** Returns what a commit or tree has at a path, which may be a folder. */
    Optional<TreeEntry> entry(String revision, String path) throws GitFault;

    /** Returns the content of a file or link, if it is no larger than {@code bytesMax}. */
    Optional<byte[]> content(TreeEntry entry, int bytesMax) throws GitFault;

    DiffStat diffStat(String from, String to) throws GitFault;

    /** Returns the difference as text, cut at {@code bytesMax}. */
    default DiffStat.DiffText diff(String from, String to, int bytesMax) throws GitFault {
        return diff(from, to, List.of(), bytesMax);
    }

    /** Returns the difference of some paths; of all if none is named. */
    DiffStat.DiffText diff(String from, String to, List<String> paths, int bytesMax)
            throws GitFault;

    /**
     * Returns the differences of commits to their first parents, by hash: those that exist, in the
     * order of the commits, until they have {@code bytesMax} bytes together.
     */
    Map<String, String> patches(List<String> commits, int bytesMax) throws GitFault;

    /**
     * Returns a file's content in a commit or tree, if it is a file and no larger than {@code
     * bytesMax}.
     */
    default Optional<byte[]> file(String revision, String path, int bytesMax) throws GitFault {
        var entry = entry(revision, path).filter(TreeEntry::isFile);
        return entry.isEmpty() ? Optional.empty() : content(entry.get(), bytesMax);
    }

    /** Returns the base branch: the configured one, else origin's HEAD, else main, else master. */
    Optional<BaseBranch> baseBranch(Optional<String> configured) throws GitFault;

    BranchOutcome.State branch(String name) throws GitFault;

    /**
     * Returns {@code wanted}, or with the suffix -2, -3 ..., the first name that no branch has or
     * blocks.
     */
    String freeBranchName(String wanted) throws GitFault;

    /**
     * Returns uncommitted changes outside the exclusions, sorted. Submodules count only by their
     * commit.
     */
    List<DirtyPath> dirty(Exclusions exclusions) throws GitFault;

    /**
     * Returns the hash of the tree that a commit of everything except the exclusions would have.
     */
    String workTree(Exclusions exclusions) throws GitFault;

    /**
     * Returns the hash of a tree whose entries at some paths are those of another tree; a path that
     * the other does not have is left out. A file takes the place of a folder and the other way
     * round.
     *
     * @param tree a commit or tree, like {@code other}
     */
    String overlaidTree(String tree, String other, Collection<String> paths) throws GitFault;

    /** Returns {@link #workTree} and {@link #dirty} consistently. */
    TreeState treeState(Exclusions exclusions) throws GitFault;

    /**
     * The state of the working tree.
     *
     * @param tree the hash of the tree that a commit would have
     * @param dirty the uncommitted changes
     */
    record TreeState(String tree, List<DirtyPath> dirty) {}

    /**
     * Returns what is in the working tree outside the exclusions and in no commit of it, sorted:
     * ignored and untracked files, changes in submodules, changed files that the index marks as
     * unchanged, and stashes. Many paths are combined to folders or to patterns of their names.
     *
     * @param read the tree, if it was read just now and nothing that can change it has run since:
     *     then untracked files are left out
     */
    List<LocalContent> localContent(Exclusions exclusions, Optional<String> read) throws GitFault;

    /** Returns all of it as it is now. */
    default List<LocalContent> localContent(Exclusions exclusions) throws GitFault {
        return localContent(exclusions, Optional.empty());
    }

    /** Returns HEAD's tree with the files below these paths that git ignores. */
    String ignoredTree(Collection<String> paths) throws GitFault;

    /** Returns those of the paths, or below them, whose content differs from the saved commit. */
    List<String> changedSince(String savedCommit, Collection<String> paths) throws GitFault;

    /** Returns the git name of an unfinished operation: merge, rebase, bisect and so on. */
    Optional<String> unfinishedOperation() throws GitFault;

    Identity identity() throws GitFault;

    /**
     * Returns existing lock files such as {@code index.lock}, whether or not a process still holds
     * them.
     */
    List<Path> lockFiles() throws GitFault;

    /** Returns the state of a linked worktree at a path. */
    WorktreeOutcome.State worktree(Path path) throws GitFault;

    /** Returns what removing the linked worktree at a path would lose; nothing if there is none. */
    WorktreeOutcome.Content worktreeContent(Path path) throws GitFault;

    /** Returns the note of a commit under a ref of notes, if there is one. */
    Optional<String> note(String ref, String commit) throws GitFault;

    /** Returns the work saved under a ref, if it exists. */
    Optional<SaveOutcome.Saved> saved(String ref) throws GitFault;

    /**
     * Returns the fingerprint of what an agent must not change. It runs no git command, so it
     * cannot run anything an agent has planted.
     */
    RepositoryFingerprint ground() throws GitFault;

    /** Returns what determines git's behavior here apart from {@code .git} itself. */
    Influences influences() throws GitFault;

    /**
     * Files outside the usual ones of the git folder from which git reads settings.
     *
     * @param files files that the repository's configuration includes or names, existing or not;
     *     with the user's and the system's own, and the programs of the tree that settings name
     * @param hooks the folder of hooks
     * @param hookSettings settings that name programs to run as hooks
     * @param programs the programs that settings name
     * @param remotes the addresses of remotes
     */
    record Influences(
            List<Path> files,
            Path hooks,
            List<String> hookSettings,
            List<ConfiguredProgram> programs,
            List<ConfiguredRemote> remotes) {
        private static final String SAMPLE = ".sample";

        public Influences {
            files = List.copyOf(files);
            hookSettings = List.copyOf(hookSettings);
            programs = List.copyOf(programs);
            remotes = List.copyOf(remotes);
        }

        /** Returns whether a command of git may run a hook, which can change any file. */
        public boolean mayRunHooks() {
            if (!hookSettings.isEmpty()) return true;
            try (var found =
                    Files.newDirectoryStream(hooks, file -> !file.toString().endsWith(SAMPLE))) {
                return found.iterator().hasNext();
            } catch (NoSuchFileException | NotDirectoryException none) {
                return false;
            } catch (IOException | DirectoryIteratorException unreadable) {
                return true;
            }
        }
    }

    /**
     * The location of a working tree and its repository.
     *
     * @param root the working tree
     * @param gitFolder the git folder of this working tree: {@code .git}, or {@code
     *     .git/worktrees/x} for a linked one
     * @param commonFolder the git folder of the repository, shared by all its worktrees
     */
    record Place(Path root, Path gitFolder, Path commonFolder) {
        public boolean linked() {
            return !gitFolder.equals(commonFolder);
        }
    }

    /** A local branch or {@code origin/x}, and its commit. */
    record BaseBranch(String name, String commit) {}

    /** Whether git knows the committer. */
    sealed interface Identity {
        /** {@code Name <address>}. */
        record Known(String committer) implements Identity {}

        /** Git would refuse to commit, with this output. */
        record Unknown(String output) implements Identity {
            public String remedy() {
                return "git config user.name 'Your Name' && git config user.email you@example.org";
            }
        }
    }
}
