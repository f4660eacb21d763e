package dev.foldline.app.report;

import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;
import java.util.Map;

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
     * @param runs the documents about them
     * @param total how many runs there are
     * @param next where the next page begins, if these are not all
     */
    public static Map<String, Object> document(
            List<Map<String, Object>> runs, int total, Option<String> next) {
        return JsonOutput.fields(
                "schema", SCHEMA, "runs", runs, "total", total, "next_after", next);
    }

    /** The document about one run; it says so if the run cannot be read. */
    public static Map<String, Object> document(RunDirectory run, Source source) throws IOException {
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
