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
            case ChangeReason.TestsRemoved(var paths) ->
                    "tests were removed or are skipped in " + VerdictText.few(paths);
            case ChangeReason.OldTestsFail(var tests) ->
                    "tests of the base fail on the new code: " + VerdictText.few(tests);
            case ChangeReason.OldTestsUnbuilt(var why) ->
                    "the tests of the base do not build with the new code: " + why;
            case ChangeReason.Untried(var tests, var why) ->
                    "tests were changed and could not be tried on the new code ("
                            + why
                            + "): "
                            + VerdictText.few(tests);
            case ChangeReason.TooLarge(var files, var lines, var filesMax, var linesMax) ->
                    files > filesMax
                            ? "it touches " + files + " files, more than " + filesMax
                            : "it adds and removes " + lines + " lines, more than " + linesMax;
        };
    }
}
