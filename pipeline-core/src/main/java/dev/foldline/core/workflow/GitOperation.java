package dev.foldline.core.workflow;

/** What a git step can ask for. */
public enum GitOperation {
    /** Stand on the run's branch. */
    OPEN_BRANCH,
    /** See the tree that would be committed: labels {@code clean} and {@code changed}. */
    LOOK,
    /** Commit the work with the message that was handed in. */
    COMMIT,
    /** See what the terminal has committed by itself, and how far it says its work is: labels as in {@code WorkObserved}. */
    OBSERVE,
    /** Put the run's branch on top of its base. */
    REBASE,
    /** Make the merge commit aside, on a private ref; the run's branch takes in what it lacks. */
    PREPARE_MERGE,
    /** Make one commit of all that the item's branch has brought, on top of the target, aside; the run's branch goes to it. */
    SQUASH,
    /** Put the commits of the item's branch on top of the target, one by one, aside; the run's branch goes to the last of them. */
    REBASE_ITEM,
    /** Make a commit of what the item's branch would bring, with both sides between markers where they conflict; it is not to land. */
    MARK,
    /** Make one commit of all that the run's own branch holds, on top of the target, with the message of the item's merge. */
    SQUASH_OWN,
    /** Move the target branch to the prepared merge: labels {@code landed} and {@code overtaken}. */
    LAND_MERGE,
    /** Remove the run's own working tree; what is not committed is parked first, and the branch stays. A person's tree is left alone. */
    LEAVE_TREE,
    /** Remove the working tree of the item's run, in the same way; where that cannot be done, it stays and the run goes on. */
    LEAVE_ITEM,
    /** See that the branch is one commit on top of the base, and which. */
    COUNT,
    /** Keep what is uncommitted under a private ref, then take the working tree back to the last commit. */
    RESET,
    /** Take the branch back to the commit it began at, its files as they are; what it held is kept under a private ref. */
    GATHER,
    /** Merge the branch into its base as a person would, and delete it. */
    MERGE;

    /** Whether it makes a merge that is still to be landed. */
    public boolean preparesMerge() { return this == PREPARE_MERGE || this == SQUASH || this == SQUASH_OWN || this == REBASE_ITEM; }
}
