package dev.foldline.core.workflow;

/** How often a stage runs its phases: the one notion of a loop. */
public sealed interface Turns {

    /** A fixed number of times; 0 skips the stage. */
    record Times(int count) implements Turns {}

    /**
     * Once for each item of a list, in order, beginning with the first that is not done.
     *
     * @param list which of the run's lists
     * @param doneAfter the phase whose end makes the turn's item done
     */
    record EachItem(String list, String doneAfter) implements Turns {}
}
