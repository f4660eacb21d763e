package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.report.RunsReport;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.effects.store.RunEntry;
import dev.foldline.effects.store.RunIndex;
import dev.foldline.effects.store.Runs;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The list of runs, a page at a time. A page costs what its own runs cost, however many there are.
 */
public final class RunListing {
    private static final long LIMIT = 100;
    private static final long LIMIT_MAX = 1000;

    private static final Field<String> AFTER =
            Field.text("after", "start of the page: next_after of the previous page")
                    .withFallback("");
    private static final Field<Long> MAX =
            Field.number(
                            "limit",
                            1,
                            "maximum number of runs, " + LIMIT + " by default, up to " + LIMIT_MAX)
                    .withFallback(LIMIT);
    private static final Field<Boolean> UNFINISHED =
            Field.truth("unfinished", "only runs that have not ended");

    private RunListing() {}

    public static final Operation LIST =
            Operation.query(
                            "runs",
                            "List runs, latest first, in pages.",
                            RunsReport.SCHEMA,
                            RunListing::list)
                    .withFields(AFTER, MAX, UNFINISHED)
                    .withEndpoint(FrontEnd.CLI, new Endpoint.Own("status --all"))
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("GET /api/runs"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_list"));

    /**
     * A page of the list.
     *
     * @param next where the next page starts, if there is one
     */
    public record Page(Map<String, Object> document, Option<String> next) {
        /** The input that lists the next page. */
        public Option<Map<String, Object>> following(Input input) {
            return next.map(
                    after -> {
                        var values = new java.util.LinkedHashMap<String, Object>();
                        values.put(AFTER.name(), after);
                        values.put(MAX.name(), limit(input));
                        if (input.get(UNFINISHED)) values.put(UNFINISHED.name(), true);
                        return values;
                    });
        }
    }

    private static OperationResult list(OperationContext context, Input input) throws IOException {
        var root = context.checkout().root();
        var page = page(context.runs(), input, run -> RunReport.of(run, root).document());
        return OperationResult.of(page.document(), _ -> page.document().get("total") + " runs\n");
    }

    /**
     * @param source returns the document about one run
     * @throws UserError if the page does not exist
     */
    public static Page page(Runs runs, Input input, RunsReport.Source source) throws IOException {
        long limit = limit(input);
        var index = runs.index();
        // One more than is returned: then there is a next page.
        var found = listed(runs, index, input).limit(limit + 1).toList();
        var page = found.subList(0, (int) Math.min(found.size(), limit));
        var next = Option.when(found.size() > page.size(), () -> page.getLast().cursor());
        return new Page(
                RunsReport.document(
                        page.stream().map(RunEntry::run).toList(),
                        source,
                        index.count(),
                        next.toJavaOptional()),
                next);
    }

    private static long limit(Input input) {
        return Math.min(input.get(MAX), LIMIT_MAX);
    }

    private static Stream<RunEntry> listed(Runs runs, RunIndex index, Input input)
            throws IOException {
        var behind = behind(index, input.get(AFTER));
        if (!input.get(UNFINISHED)) return behind;
        var open = Set.copyOf(UnfinishedRuns.of(runs));
        return behind.filter(entry -> open.contains(entry.run()));
    }

    private static Stream<RunEntry> behind(RunIndex index, String after) {
        try {
            return index.behind(after);
        } catch (IllegalArgumentException unknown) {
            throw new UserError(
                    "after must be the next_after of a page, not " + after, "", "", ExitCode.USAGE);
        }
    }
}
