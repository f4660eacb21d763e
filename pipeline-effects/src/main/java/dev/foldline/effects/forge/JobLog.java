package dev.foldline.effects.forge;

import java.util.regex.Pattern;

/** The logs of jobs: only the part of what failed is of interest. */
final class JobLog {
    private static final Pattern TIME =
            Pattern.compile("(?m)^\\uFEFF?\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z ");
    private static final Pattern COLOR = Pattern.compile("\\u001B\\[[0-9;]*[A-Za-z]");
    private static final Pattern SECTION =
            Pattern.compile("section_(start|end):\\d+:([\\w.-]+)(?:\\[[^\\]\\r\\n]*\\])?\\r?");
    private static final String SCRIPT = "step_script";
    private static final String GROUP = "##[group]";
    private static final String ERROR = "##[error]";

    private JobLog() {}

    /** Returns the failed step's part of a log of Actions; its end, if it is long. */
    static String failure(String log, int charsMax) {
        var text = TIME.matcher(log).replaceAll("");
        int error = text.indexOf(ERROR);
        int end = error < 0 ? text.length() : lineEnd(text, error);
        int group = text.lastIndexOf(GROUP + "Run ", end);
        return part(text, Math.max(0, group), end, charsMax);
    }

    /** Returns what the script of a job of GitLab printed; its end, if it is long. */
    static String gitLabFailure(String log, int charsMax) {
        var text = COLOR.matcher(log).replaceAll("");
        int start = 0;
        int end = text.length();
        var sections = SECTION.matcher(text);
        while (sections.find())
            if (sections.group(2).equals(SCRIPT)) {
                if (sections.group(1).equals("start")) start = sections.end();
                else end = sections.start();
            }
        var script = end < start ? text : text.substring(start, end);
        var plain = SECTION.matcher(script).replaceAll("");
        return part(plain, 0, plain.length(), charsMax);
    }

    private static String part(String text, int first, int end, int charsMax) {
        int start = Math.max(first, end - charsMax);
        return (start > first ? "[cut]\n" : "") + text.substring(start, end).strip();
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }
}
