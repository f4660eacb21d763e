package dev.foldline.effects.git;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What can be seen of one working tree and its repository. Nothing here moves a ref, the user's index or a file, so a
 * reconcile after a crash needs no more than this. Revisions are whatever git resolves; hashes are 40 digits.
 */
public interface GitReads {

    /** Where it lies on disk. */
    Place place();

    Head head() throws GitFault;

    /** The commit a revision names, if there is one. */
    Optional<String> resolve(String revision) throws GitFault;

    /** One commit in full. */
    CommitInfo commit(String revision) throws GitFault;

    /** Whether everything in {@code ancestor} is in {@code descendant} too; a commit is its own ancestor. */
    boolean isAncestor(String ancestor, String descendant) throws GitFault;

    /** The commits of {@code to} that are not in {@code from}, a child before its parents, at most so many. */
    List<CommitInfo> log(String from, String to, int commitsMax) throws GitFault;

    /** Paths that differ between two commits or trees, sorted. */
    List<String> changedPaths(String from, String to) throws GitFault;

    DiffStat diffStat(String from, String to) throws GitFault;

    /** The difference as text, cut at {@code bytesMax}. */
    DiffStat.DiffText diff(String from, String to, int bytesMax) throws GitFault;

    /** A file's content in a commit or tree, if it is there as a file and no larger than {@code bytesMax}. */
    Optional<byte[]> file(String revision, String path, int bytesMax) throws GitFault;

    /** The branch that work is measured against: the configured one, else origin's HEAD, else main, else master. */
    Optional<BaseBranch> baseBranch(Optional<String> configured) throws GitFault;

    BranchOutcome.State branch(String name) throws GitFault;

    /** {@code wanted}, or with -2, -3 ... the first name that no branch has or blocks. */
    String freeBranchName(String wanted) throws GitFault;

    /** Uncommitted changes outside the exclusions, sorted; submodules count only by the commit they are at. */
    List<DirtyPath> dirty(Exclusions exclusions) throws GitFault;

    /** The hash of the tree that a commit of everything but the exclusions would have now. */
    String workTree(Exclusions exclusions) throws GitFault;

    /** {@link #workTree} and {@link #dirty} at one glance. */
    TreeState treeState(Exclusions exclusions) throws GitFault;

    /**
     * How the working tree stands.
     *
     * @param tree the hash of the tree that a commit would have now
     * @param dirty what is uncommitted
     */
    record TreeState(String tree, List<DirtyPath> dirty) {}

    /** Those of the paths, or what lies below them, whose content now is not what the saved commit has. */
    List<String> changedSince(String savedCommit, Collection<String> paths) throws GitFault;

    /** The git name of a half-done operation: merge, rebase, cherry-pick, revert, am. */
    Optional<String> unfinishedOperation() throws GitFault;

    Identity identity() throws GitFault;

    /** Lock files that are there now, such as {@code index.lock}; whether anybody still holds them is not known. */
    List<Path> lockFiles() throws GitFault;

    /** What linked worktree there is at a path. */
    WorktreeOutcome.State worktree(Path path) throws GitFault;

    /** What would be lost with the linked worktree at a path; with one that is not there, nothing. */
    WorktreeOutcome.Content worktreeContent(Path path) throws GitFault;

    /** Work saved under a ref, if it is there. */
    Optional<SaveOutcome.Saved> saved(String ref) throws GitFault;

    /** The fingerprint of what an agent must not touch. Runs no git command, so nothing an agent planted is run. */
    Ground ground() throws GitFault;

    /** What besides {@code .git} itself decides how git behaves here. */
    Influences influences() throws GitFault;

    /**
     * Files outside the git folder's usual ones that git takes settings from.
     *
     * @param files what the repository's configuration includes or names, there or not; the user's and the system's own are not ours
     * @param hooks the folder that hooks are run from
     */
    record Influences(List<Path> files, Path hooks) {
        public Influences {
            files = List.copyOf(files);
        }
    }

    /**
     * Where a working tree and its repository lie.
     *
     * @param root the working tree
     * @param gitFolder of this working tree: {@code .git}, or {@code .git/worktrees/x} for a linked one
     * @param commonFolder of the repository, shared by all its worktrees
     */
    record Place(Path root, Path gitFolder, Path commonFolder) {
        public boolean linked() {
            return !gitFolder.equals(commonFolder);
        }
    }

    /** A branch, local or {@code origin/x}, and the commit it is at. */
    record BaseBranch(String name, String commit) {}

    /** Whether git knows who commits. */
    sealed interface Identity {
        /** {@code Name <address>}. */
        record Known(String committer) implements Identity {}

        /** Git would refuse to commit, in its own words. */
        record Unknown(String output) implements Identity {
            public String remedy() {
                return "git config user.name 'Your Name' && git config user.email you@example.org";
            }
        }
    }
}
