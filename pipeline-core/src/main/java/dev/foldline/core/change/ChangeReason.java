package dev.foldline.core.change;

import io.vavr.collection.Vector;

/** Why the user is asked about a change. */
public sealed interface ChangeReason {

    /** It touches a file that judges it. */
    record Judge(GuardedFile file) implements ChangeReason {}

    /** Files with tests are gone, or tests in them. */
    record TestsRemoved(Vector<String> paths) implements ChangeReason {}

    /** Tests of the base fail on the new code. */
    record OldTestsFail(Vector<String> tests) implements ChangeReason {}

    /** The tests of the base do not build with the new code. */
    record OldTestsUnbuilt(String why) implements ChangeReason {}

    /** Tests were changed, and it cannot be shown whether that weakens them. */
    record Untried(Vector<String> tests, String why) implements ChangeReason {}

    /** It touches more files or lines than it may. */
    record TooLarge(int files, int lines, int filesMax, int linesMax) implements ChangeReason {}

    /** Returns whether an approval for the other reason covers this one. */
    default boolean isWithin(ChangeReason approved) {
        return switch (this) {
            case Judge(var file) -> approved instanceof Judge(var known) && file.isSame(known);
            case TestsRemoved(var paths) ->
                    approved instanceof TestsRemoved(var known) && known.containsAll(paths);
            case OldTestsFail(var tests) ->
                    approved instanceof OldTestsFail(var known) && known.containsAll(tests);
            case OldTestsUnbuilt _ -> approved instanceof OldTestsUnbuilt;
            case Untried(var tests, _) ->
                    approved instanceof Untried(var known, _) && known.containsAll(tests);
            case TooLarge(var files, var lines, _, _) ->
                    approved instanceof TooLarge(var knownFiles, var knownLines, _, _)
                            && files <= knownFiles
                            && lines <= knownLines;
        };
    }
}
