package dev.foldline.core.change;

import io.vavr.collection.Vector;

/** Why the user is asked about a change. */
public sealed interface ChangeReason {

    /** It touches a file that judges it. */
    record Judge(GuardedFile file) implements ChangeReason {}

    /** It touches more files that judge it than can be listed. */
    record OtherJudges(UnlistedFiles files) implements ChangeReason {}

    /** Files with tests are gone, or tests in them. */
    record TestsRemoved(Vector<TestFile> files) implements ChangeReason {}

    /** Tests that passed on the base ran no more. */
    record TestsMissing(Vector<String> tests) implements ChangeReason {}

    /**
     * Tests of the base fail on the new code.
     *
     * @param files the files with tests that the change touches
     */
    record OldTestsFail(Vector<String> tests, Vector<TestFile> files) implements ChangeReason {}

    /**
     * The tests of the base do not build with the new code.
     *
     * @param files the files with tests that the change touches
     */
    record OldTestsUnbuilt(String why, Vector<TestFile> files) implements ChangeReason {}

    /**
     * The checks pass, but could not be tried with the tests of the base.
     *
     * @param files the files with tests that the change touches
     */
    record Untried(String why, Vector<TestFile> files) implements ChangeReason {}

    /** It touches more files or lines than it may. */
    record TooLarge(String tree, int files, int lines, int filesMax, int linesMax)
            implements ChangeReason {}

    /**
     * Returns whether an approval for the other reason covers this one: the user has seen all of
     * it, with the same content.
     */
    default boolean isWithin(ChangeReason approved) {
        return switch (this) {
            case Judge(var file) -> approved instanceof Judge(var known) && file.isSame(known);
            case OtherJudges other -> other.equals(approved);
            case TestsRemoved(var files) ->
                    approved instanceof TestsRemoved(var known) && known.containsAll(files);
            case TestsMissing(var tests) ->
                    approved instanceof TestsMissing(var known) && known.containsAll(tests);
            case OldTestsFail(var tests, var files) ->
                    approved instanceof OldTestsFail(var known, var seen)
                            && known.containsAll(tests)
                            && seen.containsAll(files);
            case OldTestsUnbuilt(_, var files) ->
                    approved instanceof OldTestsUnbuilt(_, var seen) && seen.containsAll(files);
            case Untried(_, var files) ->
                    approved instanceof Untried(_, var seen) && seen.containsAll(files);
            case TooLarge large ->
                    approved instanceof TooLarge known && known.tree().equals(large.tree());
        };
    }
}
