package dev.foldline.effects.git;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and changes one working tree and its repository. A refusal by git is a case of each result;
 * {@link GitFault} is for unexpected failures. Changes to a repository are serialized. A lock of
 * another process is waited for, then reported, and never removed.
 */
public interface Git extends GitReads, AutoCloseable {

    /**
     * Commits everything except the exclusions, with the user's hooks, signing and identity. The
     * user's staged and changed content in excluded paths stays unchanged.
     */
    CommitOutcome commitWork(CommitRequest request) throws GitFault;

    /**
     * Returns the result of a commit whose outcome was lost, judged as it would have been at once,
     * or none if it was not made. It is found by its trailer, then by the reflog, then by parent
     * and tree, among the branch's commits on top of the expected parent.
     */
    Optional<CommitOutcome> commitSeen(CommitRequest.Terms terms) throws GitFault;

    /**
     * Removes an agent's own commits from the branch, back to their ancestor {@code to}. Their
     * content stays in the working tree as uncommitted work.
     */
    BranchOutcome.RefMove uncommit(Head from, String to, Exclusions exclusions) throws GitFault;

    /**
     * Undoes an interrupted checkout, merge or reset of this tree. Only files that contain a prefix
     * of their intended content are touched. A user-level merge is aborted, and the tree's content
     * at that time is kept under a private ref.
     */
    void undoHalfMove() throws GitFault;

    /**
     * Creates a new branch at {@code base} and switches to it, keeping uncommitted changes. If the
     * branch exists, is still at {@code base}, and its reflog shows that the same run created it,
     * this switches to it.
     */
    BranchOutcome openBranch(String name, String base, String run) throws GitFault;

    /**
     * Saves uncommitted work, including untracked files, as a commit under {@code ref}, which must
     * start with {@code refs/foldline/}. The working tree, index and branch are unchanged. Content
     * that was staged and then changed or undone is the second parent. An existing ref is left
     * unchanged and reported.
     */
    SaveOutcome saveWork(String ref, String message, Exclusions exclusions) throws GitFault;

    /** Saves only some paths, or what is below them. */
    SaveOutcome savePaths(String ref, String message, Collection<String> paths) throws GitFault;

    /**
     * Saves the files below these paths that git ignores, on top of HEAD. An existing ref is left
     * unchanged and reported.
     */
    SaveOutcome saveIgnored(String ref, String message, Collection<String> paths) throws GitFault;

    /**
     * Commits the paths of {@code tree} that no commit from {@code base} to HEAD has with that
     * content, on top of HEAD. Other paths, the working tree and the index are unchanged. No hook
     * runs, and nothing is signed.
     *
     * @param base where the branch started; if it names no commit, only HEAD is considered
     * @return the commit; none if nothing is missing
     */
    Optional<CommitInfo> commitMissing(String tree, String base, String message) throws GitFault;

    /**
     * Rebases the branch's own commits onto {@code onto}. Nothing changes here unless all of them
     * apply.
     */
    RebaseOutcome rebase(Head expected, String onto) throws GitFault;

    /**
     * Creates the commit that merges HEAD into a branch, with that branch as its first parent, and
     * stores it under a private ref. Commits that HEAD lacks are merged into HEAD's branch first.
     * The target does not move.
     */
    MergeOutcome prepareMerge(MergeOutcome.Request request) throws GitFault;

    /**
     * Moves a branch from {@code onto} to a prepared merge. If it is checked out without
     * uncommitted changes, its files move too. A branch that already contains the merge has landed.
     */
    MergeOutcome landMerge(String target, String onto, String merge) throws GitFault;

    /**
     * Moves a ref to a commit, or deletes it if none is given, provided it is at {@code expected}
     * (none: it does not exist).
     */
    BranchOutcome.RefMove restoreRef(String ref, Optional<String> expected, Optional<String> to)
            throws GitFault;

    /**
     * Creates a ref that keeps a commit, and returns whether it is at this commit. A ref at another
     * commit does not move.
     */
    default boolean keepCommit(String ref, String commit) throws GitFault {
        return switch (restoreRef(ref, Optional.empty(), Optional.of(commit))) {
            case BranchOutcome.RefMove.Moved _ -> true;
            case BranchOutcome.RefMove.Elsewhere(var actual) -> actual.equals(Optional.of(commit));
        };
    }

    /** Writes the note of a commit under a ref of notes; an earlier one is replaced. */
    void writeNote(String ref, String commit, String text) throws GitFault;

    /** Adds a pattern to the repository's own exclude file, if it is not there yet. */
    void exclude(String pattern) throws GitFault;

    /**
     * Creates a linked worktree on a new branch at {@code base}. Remains of an interrupted attempt
     * at this path and commit are completed; its branch counts as new if nothing is committed on
     * it.
     */
    WorktreeOutcome addWorktree(Path path, String branch, String base) throws GitFault;

    /**
     * Removes a linked worktree unless that would lose work: uncommitted or untracked files, or
     * commits without a ref. Ignored files are deleted.
     */
    default WorktreeOutcome removeWorktree(Path path) throws GitFault {
        return removeWorktree(path, Optional.empty());
    }

    /**
     * Removes a linked worktree. Uncommitted work is allowed if it equals the content of this
     * commit.
     */
    WorktreeOutcome removeWorktree(Path path, Optional<String> stash) throws GitFault;

    /**
     * Checks a tree out in a new linked worktree, on a commit on top of HEAD that no ref leads to.
     * What is at that path is deleted.
     */
    void checkOut(String tree, Path path) throws GitFault;

    /** Deletes such a worktree with everything in it, if there is one. */
    void deleteCheckout(Path path) throws GitFault;

    /**
     * Opens another working tree of this repository with the same variables, or returns none if
     * there is none at that path.
     */
    Optional<Git> tree(Path root) throws GitFault;

    /**
     * Runs a git command as the user would, with hooks. It is for work that an external agent is
     * promised step by step.
     */
    Typed runAsUser(String... words) throws GitFault;

    /**
     * Runs a git command that moves this tree's files. An unfinished result is undone at once if
     * the command failed, or by {@link #undoHalfMove} after a crash. It does not run during an
     * unfinished operation of another program.
     */
    Typed typedMove(Target target, String... words) throws GitFault;

    /** The content that the files get from a command. */
    sealed interface Target {
        /** The content of a revision. */
        record At(String revision) implements Target {}

        /** The merge of HEAD and a commit. */
        record Joined(String commit) implements Target {}

        /** The merge of HEAD and what the command fetches. */
        record Fetched() implements Target {}
    }

    /**
     * The output of a git command.
     *
     * @param out standard output without the final newline
     * @param said all output, for the user
     * @param conflicts paths changed on both sides, if that caused the failure
     */
    record Typed(int exit, String out, String said, List<String> conflicts) {
        public Typed {
            conflicts = List.copyOf(conflicts);
        }

        public Typed(int exit, String out, String said) {
            this(exit, out, said, List.of());
        }

        public boolean succeeded() {
            return exit == 0;
        }
    }

    /**
     * Returns the same tree with these variables for every git command and its hooks. Closing
     * either closes both.
     */
    Git with(Map<String, String> variables);

    /**
     * Returns the same tree with these settings, which override git's files and variables. Closing
     * either closes both.
     */
    Git configured(Map<String, String> settings);

    @Override
    void close();
}
