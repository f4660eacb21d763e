package dev.foldline.app.report;

import dev.foldline.app.output.TextStyle;

import java.util.Map;
import java.util.Optional;

/**
 * How two points in logs differ.
 *
 * @param runs the comparison of the two runs, if the points belong to different ones
 */
public record PointsPage(
        DifferencePage states, ResultChanges results, Optional<RunComparisonPage> runs) {

    /** For programs: the differences of the states, and what else is compared. */
    public Map<String, Object> document() {
        var document = states.document();
        document.put("results", results.resultDocuments());
        document.put("files", results.fileDocuments());
        document.put("runs", runs.map(RunComparisonPage::document));
        return document;
    }

    /** For users: what the run achieved in between, or where the two runs part. */
    public String text(TextStyle paint) {
        return runs.map(page -> page.text(paint)).orElseGet(() -> results.text(paint));
    }
}
