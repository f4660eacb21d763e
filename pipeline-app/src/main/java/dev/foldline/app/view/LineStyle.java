package dev.foldline.app.view;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

import java.util.Arrays;

/** How something is said; colour repeats it, never says it alone. */
enum LineStyle {
    PLAIN("", AttributedStyle.DEFAULT),
    GOOD("32", AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN)),
    CAREFUL("33", AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW)),
    BAD("31", AttributedStyle.DEFAULT.foreground(AttributedStyle.RED)),
    STRONG("1", AttributedStyle.DEFAULT.bold()),
    /** Only for those who want to know more. */
    FAINT("2", AttributedStyle.DEFAULT.faint());

    private final String code;
    private final AttributedStyle style;

    LineStyle(String code, AttributedStyle style) {
        this.code = code;
        this.style = style;
    }

    AttributedStyle style() {
        return style;
    }

    /** The text in a terminal's own colours. */
    String paint(String text) {
        return code.isEmpty() || text.isEmpty() ? text : "\033[" + code + "m" + text + "\033[0m";
    }

    /** A line whose parts have the styles of tones. */
    static String paint(AttributedString line) {
        var text = new StringBuilder();
        for (int from = 0, to; from < line.length(); from = to) {
            to = line.runLimit(from);
            text.append(of(line.styleAt(from)).paint(line.substring(from, to).toString()));
        }
        return text.toString();
    }

    private static LineStyle of(AttributedStyle style) {
        return Arrays.stream(values())
                .filter(tone -> tone.style.equals(style))
                .findFirst()
                .orElse(PLAIN);
    }
}
