package dev.foldline.app.server.call;

import dev.foldline.app.error.UserError;
import dev.foldline.app.history.CostTotals;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.report.CostTotalsPage;
import dev.foldline.app.report.RunFilter;
import dev.foldline.app.report.RunLine;
import dev.foldline.app.report.RunsReport;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How many runs of a repository are in each state, and what their calls have cost today. A log is
 * read again only when it has changed.
 */
public final class RepositorySummary {
    /** What is reported of a repository whose runs are not read. */
    static final Map<String, Object> UNCOUNTED =
            fields(Option.none(), Option.none(), Option.none());

    private final Workspace here;
    private final RunDocuments documents;
    private final DocumentCache costs = new DocumentCache();
    private LocalDate day = LocalDate.MIN;

    public RepositorySummary(Workspace here, RunDocuments documents) {
        this.here = here;
        this.documents = documents;
    }

    Path folder() {
        return here.root();
    }

    /** Returns whether the repository is still where it was, and can be read. */
    public boolean isReadable() {
        return Files.isReadable(here.runs().root()) && Files.isReadable(here.root());
    }

    /**
     * @throws ApiException with 503 if the repository cannot be read any more
     */
    public void require() {
        if (!isReadable())
            throw new ApiException(503, "cannot read the repository in " + here.root());
    }

    /** Counts the runs, and sums today's cost; or says why that is not possible. */
    Map<String, Object> counts() {
        try {
            require();
            return fields(Option.none(), Option.of(states()), costOfToday());
        } catch (UserError | IOException unreadable) {
            return fields(
                    Option.of(String.valueOf(unreadable.getMessage())),
                    Option.none(),
                    Option.none());
        }
    }

    private static Map<String, Object> fields(
            Option<String> error, Option<Map<String, Object>> runs, Option<Object> today) {
        return JsonOutput.fields("error", error, "runs", runs, "today", today);
    }

    private Map<String, Object> states() throws IOException {
        var counts = new LinkedHashMap<String, Object>();
        for (var state : RunFilter.STATES) counts.put(state.replace('-', '_'), 0);
        for (var run : here.runs().newestFirst())
            for (var state : RunFilter.stateOf(reason(run)))
                counts.merge(state.replace('-', '_'), 1, (sum, one) -> (int) sum + (int) one);
        return counts;
    }

    private String reason(RunDirectory run) throws IOException {
        return RunLine.of(RunsReport.document(run, documents::about)).reason();
    }

    private synchronized Option<Object> costOfToday() throws IOException {
        var zone = ZoneId.systemDefault();
        var today = LocalDate.now(zone);
        if (!today.equals(day)) costs.only(Vector.empty());
        day = today;
        var midnight = today.atStartOfDay(zone).toInstant();
        var sums = Vector.<CostTotals>empty();
        for (var run : here.runs().newestFirst())
            if (isWritten(run, midnight)) sums = sums.append(costs(run, midnight));
        return Option.of(
                new CostTotalsPage(CostTotals.plus(CostTotals.By.DAY, sums))
                        .document()
                        .get("total"));
    }

    private static boolean isWritten(RunDirectory run, Instant since) throws IOException {
        return Files.exists(run.events())
                && !Files.getLastModifiedTime(run.events()).toInstant().isBefore(since);
    }

    private CostTotals costs(RunDirectory run, Instant since) throws IOException {
        var document =
                costs.about(
                        run,
                        () ->
                                new DocumentCache.Made(
                                        Map.of(
                                                "totals",
                                                CostTotals.of(
                                                        Vector.of(run),
                                                        CostTotals.By.DAY,
                                                        at -> !at.isBefore(since))),
                                        Vector.of(run)));
        return (CostTotals) Objects.requireNonNull(document.get("totals"));
    }
}
