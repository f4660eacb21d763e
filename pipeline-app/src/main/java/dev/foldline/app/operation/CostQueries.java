package dev.foldline.app.operation;

import dev.foldline.app.history.CostTotals;
import dev.foldline.app.history.CostTotals.By;
import dev.foldline.app.report.CostTotalsPage;
import dev.foldline.app.report.EventFilter;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunEntry;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Locale;

/** What can be asked about the costs of all runs. */
public final class CostQueries {
    private static final Field<String> BY =
            Field.choice("by", "how to sum: by day, the default", words()).withFallback("day");
    private static final Field<String> SINCE =
            Field.text("since", "only calls since: 30d, the default, 2026-01-31, or a local time")
                    .withFallback("30d");
    private static final Field<String> UNTIL =
            Field.text("until", "only calls before this, in the same form");

    private CostQueries() {}

    static final Operation COSTS =
            Operation.query(
                            "costs",
                            "Show the cost of all runs by day, workflow, phase or agent.",
                            CostTotalsPage.SCHEMA,
                            CostQueries::costs)
                    .withFields(BY, SINCE, UNTIL)
                    .withExamples(
                            "foldline costs                     each of the last 30 days",
                            "foldline costs --by workflow --since 7d")
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived("GET /api/costs"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_costs"));

    private static String[] words() {
        return Vector.of(By.values()).map(By::word).toJavaArray(String[]::new);
    }

    private static OperationResult costs(OperationContext context, Input input) throws IOException {
        var now = Instant.now();
        var since = EventFilter.time(input.get(SINCE), now, "--since");
        var until = input.find(UNTIL).map(text -> EventFilter.time(text, now, "--until"));
        var page =
                new CostTotalsPage(
                        CostTotals.of(
                                runs(context, since, until),
                                By.valueOf(input.get(BY).toUpperCase(Locale.ROOT)),
                                at -> !at.isBefore(since) && until.forAll(at::isBefore)));
        return OperationResult.of(page.document(), page::text);
    }

    /** Returns the runs that may have events between two times. */
    private static Vector<RunDirectory> runs(
            OperationContext context, Instant since, Option<Instant> until) throws IOException {
        var runs = Vector.<RunDirectory>empty();
        var started =
                context.runs()
                        .index()
                        .latestFirst()
                        .filter(entry -> until.forAll(end -> entry.beganAt().isBefore(end)))
                        .map(RunEntry::run);
        for (var run : (Iterable<RunDirectory>) started::iterator)
            if (Files.exists(run.events())
                    && !Files.getLastModifiedTime(run.events()).toInstant().isBefore(since))
                runs = runs.append(run);
        return runs;
    }
}
