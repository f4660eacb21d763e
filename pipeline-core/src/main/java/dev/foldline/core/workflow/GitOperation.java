package dev.foldline.core.workflow;

/** What a git step can ask for. */
public enum GitOperation {
    /** Stand on the run's branch. */
    OPEN_BRANCH,
    /** See the tree that would be committed: labels {@code clean} and {@code changed}. */
    LOOK,
    /** Commit the work with the message that was handed in. */
    COMMIT,
    /** Put the run's branch on top of its base. */
    REBASE
}
