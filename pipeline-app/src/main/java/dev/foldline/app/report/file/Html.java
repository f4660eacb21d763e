package dev.foldline.app.report.file;

import dev.foldline.effects.redact.ControlCharacters;

/** HTML that is written from front to back. All texts are escaped. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    /** Returns the text with the characters of HTML and control characters replaced. */
    static String escaped(String text) {
        var escaped = new StringBuilder(text.length() + 16);
        for (int at = 0; at < text.length(); at++) {
            char each = text.charAt(at);
            switch (each) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\n', '\t' -> escaped.append(each);
                default -> {
                    if (!ControlCharacters.isControl(each)) escaped.append(each);
                }
            }
        }
        return escaped.toString();
    }

    /** Appends markup that needs no escaping. */
    Html markup(String markup) {
        text.append(markup);
        return this;
    }

    Html text(String words) {
        text.append(escaped(words));
        return this;
    }

    /** Appends an element with a text. */
    Html element(String name, String words) {
        return markup("<" + name + ">").text(words).markup("</" + tag(name) + ">");
    }

    /** Appends a text whose line breaks count. */
    Html block(String words) {
        return element("pre", words).markup("\n");
    }

    /** Begins a section with a heading. */
    Html section(String id, String title) {
        return markup("<section id=\"" + id + "\">\n").element("h2", title).markup("\n");
    }

    Html endSection() {
        return markup("</section>\n");
    }

    /** Appends the row of a table. */
    Html row(String... cells) {
        markup("<tr>");
        for (var each : cells) element("td", each);
        return markup("</tr>\n");
    }

    /** Appends the head of a table. */
    Html head(String... cells) {
        markup("<table>\n<thead><tr>");
        for (var each : cells) element("th scope=\"col\"", each);
        return markup("</tr></thead>\n<tbody>\n");
    }

    Html endTable() {
        return markup("</tbody>\n</table>\n");
    }

    /** Appends a text that the reader can unfold. */
    Html folded(String summary, String words) {
        return markup("<details>")
                .element("summary", summary)
                .markup("\n")
                .block(words)
                .markup("</details>\n");
    }

    private static String tag(String name) {
        int end = name.indexOf(' ');
        return end < 0 ? name : name.substring(0, end);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
