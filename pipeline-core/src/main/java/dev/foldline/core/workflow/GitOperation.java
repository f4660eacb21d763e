package dev.foldline.core.workflow;

/** A git operation of a step. */
public enum GitOperation {
    /** Check out the run's branch. */
    OPEN_BRANCH,
    /** Read the tree that would be committed: labels {@code clean} and {@code changed}. */
    INSPECT,
    /** Commit the work with the submitted message. */
    COMMIT,
    /**
     * Read the terminal's own commits and the status they report: labels as in {@code
     * WorkObserved}.
     */
    OBSERVE,
    /** Rebase the run's branch onto its base. */
    REBASE,
    /** Create the merge commit under a private ref; the run's branch merges what it lacks. */
    PREPARE_MERGE,
    /**
     * Squash the item's branch into one commit on top of the target, without moving the target; the
     * run's branch moves to it.
     */
    SQUASH,
    /**
     * Rebase the commits of the item's branch onto the target, without moving the target; the run's
     * branch moves to the last of them.
     */
    REBASE_ITEM,
    /**
     * Create a commit of the item's branch with conflict markers where it conflicts. It must not
     * land.
     */
    MARK,
    /**
     * Squash the run's own branch into one commit on top of the target, with the message of the
     * item's merge.
     */
    SQUASH_OWN,
    /**
     * Move the target branch to the prepared merge: labels {@code landed} and {@code overtaken}.
     */
    LAND_MERGE,
    /**
     * Remove the run's own worktree. Uncommitted work is saved first, and the branch remains. The
     * user's tree is never removed.
     */
    RELEASE_WORKTREE,
    /**
     * Remove the worktree of the item's run in the same way. If it cannot be removed, it remains
     * and the run continues.
     */
    RELEASE_ITEM_WORKTREE,
    /**
     * Check that the branch is one commit on top of the base, and read that commit: label {@code
     * one}, or {@link #STALE} if the step relies on a review of another tree.
     */
    COUNT,
    /**
     * Save uncommitted work under a private ref, then reset the working tree to the last commit.
     */
    RESET,
    /** Commit the work of all done items, then reset the working tree. */
    RESET_TO_VERIFIED,
    /**
     * Move the branch back to the commit at which it started, without changing files; the old
     * commits are kept under a private ref.
     */
    GATHER,
    /** Merge the branch into its base with an ordinary merge, then delete it. */
    MERGE;

    /** The label of a tree that is not the one that was reviewed. */
    public static final String STALE = "stale";

    /** Returns whether stale evidence is a label of the operation instead of a check to repeat. */
    public boolean labelsStaleEvidence() {
        return this == COUNT;
    }

    /** Returns whether the operation merges the branch of the turn's item. */
    public boolean mergesItem() {
        return this == SQUASH || this == REBASE_ITEM || this == MARK;
    }

    /** Returns whether the operation prepares a merge that must still land. */
    public boolean preparesMerge() {
        return this == PREPARE_MERGE || this == SQUASH || this == SQUASH_OWN || this == REBASE_ITEM;
    }
}
