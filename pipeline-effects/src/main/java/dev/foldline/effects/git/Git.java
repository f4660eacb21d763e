package dev.foldline.effects.git;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One working tree and its repository, to see and to change. What git refuses is a case of each outcome; a
 * {@link GitFault} is for what nobody planned for. Changes are made one at a time per repository, whoever asks; a lock
 * another process holds is waited for, then reported, never removed.
 */
public interface Git extends GitReads, AutoCloseable {

    /**
     * Commits everything but the exclusions, with the user's hooks, signing and identity. What the user had staged or
     * changed in excluded paths stays exactly as it was.
     */
    CommitOutcome commitWork(CommitRequest request) throws GitFault;

    /**
     * What came of a commit whose outcome nobody heard, judged as it would have been at once; none if it was not made. It is
     * known by its trailer, else by the reflog, else by parent and tree, in what the branch has on top of the expected parent.
     */
    Optional<CommitOutcome> commitSeen(CommitRequest.Terms terms) throws GitFault;

    /**
     * Takes commits that an agent made by itself off the branch again, back to {@code to}, one of their ancestors.
     * Their content stays in the working tree as uncommitted work.
     */
    BranchOutcome.RefMove uncommit(Head from, String to, Exclusions exclusions) throws GitFault;

    /**
     * Puts back what a move of this tree's files, to another branch or with its own, has left half done when git or whoever called it
     * was ended. Only what holds nothing but a beginning of what it was to become is touched; a merge that was typed is given up, and
     * what is in the tree by then kept under a private ref.
     */
    void undoHalfMove() throws GitFault;

    /**
     * Makes a branch that must not exist yet, at {@code base}, and switches to it, uncommitted changes kept. One that is
     * there, at {@code base} still, is switched to if its reflog begins with the word of the same run that it made it.
     */
    BranchOutcome openBranch(String name, String base, String run) throws GitFault;

    /**
     * Keeps uncommitted work, untracked files too, as a commit under {@code ref}, which must begin with
     * {@code refs/foldline/}; working tree, index and branch stay. What was staged and then changed again, or undone, is its
     * second parent. A ref that is there already is left and reported.
     */
    SaveOutcome saveWork(String ref, String message, Exclusions exclusions) throws GitFault;

    /** The same for some paths only, or what lies below them. */
    SaveOutcome savePaths(String ref, String message, Collection<String> paths) throws GitFault;

    /** Puts the branch's own commits on top of {@code onto}. Nothing changes here before all of them fit. */
    RebaseOutcome rebase(Head expected, String onto) throws GitFault;

    /**
     * Makes the commit that merges HEAD into a branch, its first parent that branch, and keeps it under a private ref. If
     * the branch has what HEAD lacks, that is merged into HEAD's branch first. The target does not move.
     */
    MergeOutcome prepareMerge(MergeOutcome.Request request) throws GitFault;

    /**
     * Moves a branch from {@code onto} to a prepared merge; where it is checked out with nothing uncommitted, its files
     * move too. A branch that holds the merge already has landed.
     */
    MergeOutcome landMerge(String target, String onto, String merge) throws GitFault;

    /** Moves a ref to a commit (or, with none, deletes it) if it is at {@code expected} (none: not there). */
    BranchOutcome.RefMove restoreRef(String ref, Optional<String> expected, Optional<String> to) throws GitFault;

    /** Adds a pattern to the repository's own exclude file, once. */
    void exclude(String pattern) throws GitFault;

    /**
     * Makes a linked worktree on a new branch at {@code base}. What a try that was ended left of both, at this path and at this
     * commit, is made whole; its branch counts as new if nothing is committed on it.
     */
    WorktreeOutcome addWorktree(Path path, String branch, String base) throws GitFault;

    /** Removes a linked worktree unless work is only there: uncommitted, untracked, or commits no ref leads to. Ignored files go. */
    default WorktreeOutcome removeWorktree(Path path) throws GitFault { return removeWorktree(path, Optional.empty()); }

    /** The same; what is uncommitted may be there if it is just what this commit holds. */
    WorktreeOutcome removeWorktree(Path path, Optional<String> parked) throws GitFault;

    /** Another working tree of this repository, with the same variables; none if there is none at that path. */
    Optional<Git> tree(Path root) throws GitFault;

    /** Runs git as a person would type it, hooks and all. For work that a worker outside is promised step by step. */
    Typed typed(String... words) throws GitFault;

    /**
     * The same for a command that moves this tree's files. What it leaves half done is taken back, at once if it failed, or by
     * {@link #undoHalfMove} if we were ended with it. While an operation of somebody else is unfinished here it is not run.
     */
    Typed typedMove(Target target, String... words) throws GitFault;

    /** What a command that is typed makes of the files. */
    sealed interface Target {
        /** What a revision holds. */
        record At(String revision) implements Target {}

        /** What a merge of HEAD and a commit holds. */
        record Joined(String commit) implements Target {}

        /** The same with what the command itself fetches. */
        record Fetched() implements Target {}
    }

    /**
     * What git said to a command that was typed.
     *
     * @param out standard output without the newline at its end
     * @param said everything it said, for a person
     * @param conflicts paths that both sides have changed, if that is why it failed
     */
    record Typed(int exit, String out, String said, List<String> conflicts) {
        public Typed {
            conflicts = List.copyOf(conflicts);
        }

        public Typed(int exit, String out, String said) { this(exit, out, said, List.of()); }

        public boolean succeeded() { return exit == 0; }
    }

    /** The same place; every git command and the hooks it runs get these variables as well. Closing either closes both. */
    Git with(Map<String, String> variables);

    /** The same place; these settings go before those of git's files and of variables. Closing either closes both. */
    Git configured(Map<String, String> settings);

    @Override void close();
}
