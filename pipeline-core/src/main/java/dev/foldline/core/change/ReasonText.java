package dev.foldline.core.change;

import dev.foldline.core.verdict.VerdictText;

/** Why the user is asked about a change, in words that are the same everywhere. */
public final class ReasonText {
    private ReasonText() {}

    /** Returns a reason as a sentence without a full stop. */
    public static String of(ChangeReason reason) {
        return switch (reason) {
            case ChangeReason.Judge(var file) ->
                    file.path()
                            + (file.content().isDefined() ? " was changed; it " : " is gone; it ")
                            + file.why();
            case ChangeReason.OtherJudges(var files) ->
                    files.count() + " more files that judge the change were changed";
            case ChangeReason.TestsRemoved(var files) ->
                    "tests were removed or are skipped in "
                            + VerdictText.few(files.map(TestFile::path));
            case ChangeReason.TestsMissing(var tests) ->
                    "tests that passed on the base do not run any more: " + VerdictText.few(tests);
            case ChangeReason.OldTestsFail(var tests, _) ->
                    "tests of the base fail on the new code: " + VerdictText.few(tests);
            case ChangeReason.OldTestsUnbuilt(var why, _) ->
                    "the tests of the base do not build with the new code: " + why;
            case ChangeReason.Untried(var why, _) ->
                    "the tests of the base could not be tried on the new code: " + why;
            case ChangeReason.TooLarge(_, var files, var lines, var filesMax, var linesMax) ->
                    files > filesMax
                            ? "the change touches " + files + " files, more than " + filesMax
                            : "the change adds and removes "
                                    + lines
                                    + " lines, more than "
                                    + linesMax;
        };
    }
}
