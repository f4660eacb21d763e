package dev.foldline.app.report;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.SeriesPosition;
import dev.foldline.core.workflow.Policy.Budget;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Formats the position of a run in the series that works through a plan. */
final class SeriesFormatter {
    private SeriesFormatter() {}

    /** Returns the position for programs. {@code runs} ends with the run itself. */
    static Map<String, Object> document(SeriesPosition position) {
        try {
            return JsonOutput.fields(
                    "number",
                    position.series().number(),
                    "max_pull_requests",
                    position.series().runsMax(),
                    "runs",
                    position.runs().map(run -> run.id().text()),
                    "spent",
                    RunDocument.document(position.spent()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static String text(SeriesPosition position) {
        try {
            var before = position.runs().init();
            return "run "
                    + position.series().number()
                    + position.series()
                            .runsMax()
                            .map(max -> " of at most " + max + " pull requests")
                            .getOrElse("")
                    + (before.isEmpty()
                            ? ""
                            : ", after "
                                    + before.map(run -> run.id().text()).mkString(", ")
                                    + "; "
                                    + RunReport.meters(position.spent(), Budget.UNLIMITED)
                                    + " in all");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
