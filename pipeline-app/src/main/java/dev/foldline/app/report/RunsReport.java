package dev.foldline.app.report;

import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The document about several runs. */
public final class RunsReport {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.runs/1";

    private RunsReport() {}

    /** Returns the document about one run. */
    @FunctionalInterface
    public interface Source {
        Map<String, Object> of(RunDirectory run) throws IOException;
    }

    /**
     * The document {@value #SCHEMA}: runs, the latest first.
     *
     * @param total how many runs there are
     * @param next where the next page begins, if these are not all
     */
    public static Map<String, Object> document(
            List<RunDirectory> runs, Source source, int total, Optional<String> next)
            throws IOException {
        List<Map<String, Object>> documents = new ArrayList<>();
        for (var each : runs) documents.add(document(each, source));
        return JsonOutput.fields(
                "schema", SCHEMA, "runs", documents, "total", total, "next_after", next);
    }

    private static Map<String, Object> document(RunDirectory run, Source source)
            throws IOException {
        try {
            return source.of(run);
        } catch (UserError unreadable) {
            return JsonOutput.fields(
                    "schema",
                    RunReport.SCHEMA,
                    "ok",
                    false,
                    "exit",
                    unreadable.exit().value(),
                    "reason",
                    "unreadable",
                    "run",
                    JsonOutput.fields("id", run.id().text()),
                    "error",
                    JsonOutput.fields(
                            "message", unreadable.message(), "place", unreadable.place()));
        }
    }
}
