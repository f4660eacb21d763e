package dev.foldline.core.change;

/** A run of the checks on a mixture of the tree before and the tree after a change. */
public enum Trial {
    /** The tests after the change on the code after it: whether checks can be tried at all. */
    CONTROL,
    /** The tests before the change on the code after it. */
    OLD_TESTS,
    /** The tests after the change on the code before it. */
    NEW_TESTS;

    /** How many runs there can be of a change: the first two again if they fail. */
    public static final int RUNS_MAX = 5;
}
