package dev.foldline.app.report.file;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;

import java.io.IOException;
import java.util.Map;

/**
 * The report on a run.
 *
 * @param text HTML or Markdown
 */
public record ReportPage(String run, Format format, String text) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.report/1";

    /** How a report is written. */
    public enum Format {
        HTML,
        MARKDOWN
    }

    /**
     * Writes the report.
     *
     * @param last the number of the last event it shows
     */
    public static ReportPage of(
            RunHistory history, long last, RunReport report, Workspace here, Format format)
            throws IOException {
        var content = ReportContent.of(history, last, report, here);
        return new ReportPage(
                history.name(),
                format,
                switch (format) {
                    case HTML -> HtmlReport.of(content);
                    case MARKDOWN -> MarkdownReport.of(content);
                });
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields("schema", SCHEMA, "run", run, "format", format, "text", text);
    }
}
