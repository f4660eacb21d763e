package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/**
 * What judges and tests a change, and what follows when a change touches it.
 *
 * @param paths patterns of files that judge the change, beside those that are found; {@code **}
 *     stands for any folders, {@code *} for any part of one name
 * @param tests patterns of files with tests
 * @param filesMax most files that a change may touch unasked
 * @param linesMax most lines that a change may add and remove unasked
 * @param checkout the working tree in which tests are tried
 */
public record Guard(
        Vector<String> paths,
        Vector<String> tests,
        OnChange onChange,
        int filesMax,
        int linesMax,
        Witness witness,
        CleanCheckout checkout) {

    /** Returns the commands of the checks that judge the work of a run and of its children. */
    public static Vector<CommandLine> judging(Workflow workflow) {
        return workflow.nested()
                .prepend(workflow)
                .map(Workflow::policy)
                .flatMap(Guard::judging)
                .distinct();
    }

    /** Returns the commands of the checks that judge a change: those of the user. */
    public static Vector<CommandLine> judging(Policy policy) {
        return policy.checks()
                .filterKeys(
                        name ->
                                !name.equals(CleanCheckout.CHECK)
                                        && !name.equals(ConflictMarkers.CHECK))
                .values()
                .toVector()
                .flatMap(commands -> commands);
    }

    /** Returns a guard with which something else follows from a change. */
    Guard with(OnChange other) {
        return new Guard(paths, tests, other, filesMax, linesMax, witness, checkout);
    }

    /** What follows from a change to what judges it. */
    public enum OnChange {
        /** The user is asked before the run completes, merges or opens its pull request. */
        GATE,
        /** What judges the change is put back before each commit. */
        REFUSE,
        /** It is reported. */
        REPORT
    }

    /** When the tests of a change are tried on other code. */
    public enum Witness {
        /** Where the change touches tests. */
        AUTO,
        OFF,
        ALWAYS
    }
}
