package dev.foldline.app.history;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Printable;
import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeReport;
import dev.foldline.effects.artifact.Conclusion;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.Map;

/**
 * What a run has come to, beside its sentence: the same in its status, in lists and in reports.
 *
 * @param failure the lines of the failure that it stopped at
 * @param conclusions what its agents concluded
 * @param remarks what was unusual, as named rows
 */
public record ResultSummary(
        FailureExcerpt failure,
        Vector<Conclusion> conclusions,
        Vector<Tuple2<String, String>> remarks) {
    public static final ResultSummary NONE =
            new ResultSummary(FailureExcerpt.NONE, Vector.empty(), Vector.empty());

    /**
     * @param state after the event {@code last}
     */
    public static ResultSummary of(
            RunDirectory run, PipelineState state, long last, RunSummary standing)
            throws IOException {
        return new ResultSummary(
                standing.fault()
                        .map(fault -> FailureExcerpt.of(fault, standing.sentence(), run.blobs()))
                        .orElse(FailureExcerpt.NONE),
                Conclusion.of(state.ledger().artifacts(), run.blobs()),
                QuestionFormatter.assumed(state)
                        .appendAll(VerdictFormatter.rows(state.ledger()))
                        .appendAll(CallRemarks.of(run.events(), last)));
    }

    /** Returns the conclusions and the remarks as named rows. */
    public Vector<Tuple2<String, String>> rows() {
        return conclusions
                .map(each -> Tuple.of("concluded", each.artifact() + ": " + each.text()))
                .appendAll(remarks)
                .map(row -> row.map2(Printable::line));
    }

    /**
     * @param state of the run
     */
    public Map<String, Object> document(PipelineState state) {
        var report = state.ledger().findings().change().report();
        return JsonOutput.fields(
                "files",
                report.map(ChangeReport::files),
                "lines",
                report.map(ChangeReport::lines),
                "concluded",
                conclusions.map(
                        each ->
                                JsonOutput.fields(
                                        "artifact", each.artifact(), "text", each.text())),
                "unusual",
                remarks.map(row -> JsonOutput.fields("kind", row._1(), "text", row._2())));
    }
}
