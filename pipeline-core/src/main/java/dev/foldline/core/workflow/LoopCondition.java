package dev.foldline.core.workflow;

/** The loop condition of a stage: how many times it runs its phases. */
public sealed interface LoopCondition {

    /** A fixed number of times; 0 skips the stage. */
    record Times(int count) implements LoopCondition {}

    /**
     * Until an artifact states a label, at most {@code max} times; 0 skips the stage. The stage
     * ends with the turn in which the label was accepted.
     */
    record Until(int max, String artifact, String label) implements LoopCondition {}

    /**
     * Once for each item of a list, in order, starting with the first that is not done.
     *
     * @param list the list of the run
     * @param doneAfter the phase after which the turn's item is done
     */
    record EachItem(String list, String doneAfter) implements LoopCondition {}

    /** Returns the number of turns if it does not depend on a list, and otherwise 0. */
    default int countedMax() {
        return switch (this) {
            case Times(var count) -> count;
            case Until(var max, _, _) -> max;
            case EachItem _ -> 0;
        };
    }
}
