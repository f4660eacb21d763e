package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/** An operation of a step on the forge that hosts the repository. */
public enum ForgeOperation {
    /** Push the run's branch to the forge's remote. */
    PUSH,
    /** Open the pull request of the run's branch, or find the one that it has. */
    OPEN,
    /**
     * Wait for news of the pull request: labels as in {@link #NEWS}, and {@link #CONFLICT} and
     * {@link #BEHIND} if the run responds to them.
     */
    AWAIT,
    /** Merge the base into the branch: labels {@link #UPDATED} and {@link #CONFLICT}. */
    UPDATE;

    /** The label of a merged pull request. */
    public static final String MERGED = "merged";

    /** The label of a pull request that was closed without a merge. */
    public static final String CLOSED = "closed";

    /** The label of a branch that someone else has moved. */
    public static final String MOVED = "moved";

    /** The label of failed checks and of comments. */
    public static final String CHANGES = "changes";

    /** The label of a branch that conflicts with its base. */
    public static final String CONFLICT = "conflict";

    /** The label of a branch that lacks commits of its base, which the forge wants it to have. */
    public static final String BEHIND = "behind";

    /** The label of a branch that has its base. */
    public static final String UPDATED = "updated";

    /** The labels of what the bounds of the wait leave to the user. */
    public static final String CHECKS_SPENT = "checks_spent";

    public static final String REVIEWS_SPENT = "reviews_spent";
    public static final String UPDATES_SPENT = "updates_spent";
    public static final String OVERDUE = "overdue";

    /** The labels that each wait for news has. */
    public static final Vector<String> NEWS =
            Vector.of(
                    MERGED,
                    CLOSED,
                    MOVED,
                    CHANGES,
                    CHECKS_SPENT,
                    REVIEWS_SPENT,
                    UPDATES_SPENT,
                    OVERDUE);
}
