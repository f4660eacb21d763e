package dev.foldline.core.workflow;

/** How the forge merges a pull request. */
public enum MergeMethod {
    /** A commit with two parents. */
    MERGE,
    /** One commit with all changes. */
    SQUASH,
    /** The commits of the branch, on top of the base. */
    REBASE
}
