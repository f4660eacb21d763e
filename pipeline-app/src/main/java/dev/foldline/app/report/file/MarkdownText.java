package dev.foldline.app.report.file;

import dev.foldline.app.history.ValueFormatter;

/** Text in Markdown. */
final class MarkdownText {
    private MarkdownText() {}

    /** Returns a text in one line in which nothing is markup, a mention or a reference. */
    static String of(String text) {
        return Html.escaped(
                ValueFormatter.oneLine(text)
                        .replaceAll("([\\\\`*_{}\\[\\]|~])", "\\\\$1")
                        .replaceAll("([@#])(?=\\w)", "$1\u200b"));
    }
}
