package dev.foldline.app.report;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.Point;
import dev.foldline.effects.store.Blobs;

import java.io.IOException;
import java.util.Map;

/** The latest prompt at a point. */
public record PromptText(String run, Point point, String id, String text) {

    /**
     * Reads the prompt.
     *
     * @throws UserError if no prompt is written yet
     */
    public static PromptText of(String run, Point point, Blobs blobs) throws IOException {
        var id = point.state().ledger().prompt();
        if (id.isDefined()) return new PromptText(run, point, id.get(), blobs.text(id.get()));
        throw new UserError(
                "no prompt is written yet",
                run + ":" + point.seq(),
                "foldline log " + run,
                ExitCode.USAGE);
    }

    /** For programs: the state with the prompt. */
    public Map<String, Object> document() {
        var document = StatePage.document(run, point);
        document.put("prompt", JsonOutput.fields("id", id, "text", text));
        return document;
    }

    /** For users: the prompt alone. */
    public String page() {
        return text.endsWith("\n") ? text : text + "\n";
    }
}
