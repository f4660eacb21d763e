package dev.foldline.effects.report;

/** What became of reading the results of a check's tests. */
public sealed interface ReportResult {

    record Read(TestReport report) implements ReportResult {}

    /** The check wrote no report, so its tests may not have run. */
    record NoReport(String reason) implements ReportResult {}

    /**
     * A report cannot be read, or is beyond a limit.
     *
     * @param file relative to the root of the repository
     */
    record Unreadable(String file, String reason) implements ReportResult {}
}
