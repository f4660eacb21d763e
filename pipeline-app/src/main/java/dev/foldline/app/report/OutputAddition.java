package dev.foldline.app.report;

import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.event.RunEvent.EffectStarted;

import java.nio.file.Path;
import java.util.Map;

/**
 * What an agent or a check has printed since the last addition. The first of a call is empty: the
 * call has started.
 *
 * @param seq the number of the event with which the call started
 * @param skipped how many bytes before it are not shown
 * @param text whole lines, but for the end of a file
 */
public record OutputAddition(
        String run, long seq, EffectStarted call, Path file, long skipped, String text) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.output-addition/1";

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "run",
                run,
                "seq",
                seq,
                "ticket",
                call.ticket(),
                "effect_text",
                EffectFormatter.of(call.effect()),
                "file",
                String.valueOf(file.getFileName()),
                "skipped",
                skipped,
                "text",
                text,
                "words",
                OutputPage.words(call, text));
    }

    /**
     * For users: of a call that has started, a line that names it.
     *
     * @param isRaw whether the stream of an agent is shown as it is
     */
    public String text(TextStyle paint, boolean isRaw) {
        if (text.isEmpty())
            return paint.faint("==> " + seq + " " + EffectFormatter.of(call.effect()) + " <==\n");
        return (skipped > 0 ? OutputPage.cut(paint, skipped, file) : "")
                + OutputPage.plain(isRaw ? text : OutputPage.words(call, text));
    }
}
