package dev.foldline.effects.forge;

import java.util.regex.Pattern;

/** The log of a job of GitHub Actions. */
final class JobLog {
    private static final Pattern TIME =
            Pattern.compile("(?m)^\\uFEFF?\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z ");
    private static final String GROUP = "##[group]";
    private static final String ERROR = "##[error]";

    private JobLog() {}

    /** Returns the failed step's part of the log; its end, if it is long. */
    static String failure(String log, int charsMax) {
        var text = TIME.matcher(log).replaceAll("");
        int error = text.indexOf(ERROR);
        int end = error < 0 ? text.length() : lineEnd(text, error);
        int group = text.lastIndexOf(GROUP + "Run ", end);
        int start = Math.max(Math.max(0, group), end - charsMax);
        return (start > Math.max(0, group) ? "[cut]\n" : "") + text.substring(start, end).strip();
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }
}
