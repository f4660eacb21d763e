package dev.foldline.app.report;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.state.Ledger.Commit;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The commits of a run, with the phase that made each. */
public record CommitsPage(String run, Vector<Row> rows) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.commits/1";

    /**
     * A commit of the run.
     *
     * @param place where the run was, for example {@code iterate 2/5, commit, step 1/3}
     * @param diff what it changes, if that is asked for
     */
    public record Row(ReplayStep step, String place, Commit commit, Option<Diff> diff) {
        Row withDiff(Diff change) {
            return new Row(step, place, commit, Option.of(change));
        }
    }

    /**
     * What a commit changes.
     *
     * @param isCut whether the text is only the start
     */
    public record Diff(String text, boolean isCut) {}

    /** Reads what a commit changes; none if git no longer has it. */
    @FunctionalInterface
    public interface Source {
        Option<Diff> of(String hash);
    }

    /** The commits of a run, oldest first. */
    public static CommitsPage of(RunHistory history) throws IOException {
        List<Row> rows = new ArrayList<>();
        history.walk(
                step -> {
                    var before =
                            step.before()
                                    .map(state -> state.ledger().commits())
                                    .orElse(Vector.empty());
                    for (var commit : step.after().ledger().commits().removeAll(before))
                        rows.add(
                                new Row(
                                        step,
                                        ValueFormatter.place(step.before().orElse(step.after())),
                                        commit,
                                        Option.none()));
                    return true;
                });
        return new CommitsPage(history.name(), Vector.ofAll(rows));
    }

    /** Only the commits whose hash starts so, each with what it changes. */
    public CommitsPage only(String prefix, Source source) {
        return new CommitsPage(
                run,
                rows.filter(row -> row.commit().hash().startsWith(prefix))
                        .map(
                                row ->
                                        source.of(row.commit().hash())
                                                .map(row::withDiff)
                                                .getOrElse(row)));
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "run",
                JsonOutput.fields("id", run),
                "commits",
                rows.map(CommitsPage::document));
    }

    private static Map<String, Object> document(Row row) {
        return JsonOutput.fields(
                "hash",
                row.commit().hash(),
                "tree",
                row.commit().tree(),
                "subject",
                row.commit().subject(),
                "seq",
                row.step().seq(),
                "at",
                row.step().at(),
                "phase",
                row.step().phase(),
                "place",
                row.place(),
                "diff",
                row.diff().map(Diff::text),
                "cut",
                row.diff().map(Diff::isCut));
    }

    /** For users: a line for each commit, with its diff if that was asked for. */
    public String text(TextStyle paint) {
        return rows.isEmpty() ? "No commits.\n" : rows.map(row -> text(row, paint)).mkString();
    }

    private static String text(Diff diff) {
        return Vector.ofAll(diff.text().lines()).map(line -> Printable.line(line) + "\n").mkString()
                + (diff.isCut() ? "(cut)\n" : "");
    }

    private static String text(Row row, TextStyle paint) {
        return paint.strong(ValueFormatter.hash(row.commit().hash()))
                + "  "
                + LocalTimeFormatter.minute(row.step().at())
                + "  "
                + Printable.line(row.commit().subject())
                + "  ("
                + row.place()
                + ", event "
                + row.step().seq()
                + ")\n"
                + row.diff().map(diff -> text(diff)).getOrElse("");
    }
}
