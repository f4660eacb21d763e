package dev.foldline.app.view;

import dev.foldline.app.output.Printable;

import java.time.Duration;
import java.util.Locale;

/**
 * One thing worth knowing, in one line.
 *
 * @param topic one word by which such lines are found again
 */
record ViewLine(String topic, String text, LineStyle tone) {
    ViewLine {
        text = Printable.line(text);
    }

    /** {@code 00:12:03 commit 9ab1234 Add login}. */
    String line(Duration elapsed, boolean coloured) {
        var time = Progress.clock(elapsed);
        var name = String.format(Locale.ROOT, "%-9s", topic);
        return coloured
                ? LineStyle.FAINT.paint(time) + " " + tone.paint(name) + " " + text
                : time + " " + name + " " + text;
    }
}
