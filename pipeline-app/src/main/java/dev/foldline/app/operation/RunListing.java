package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.report.EventFilter;
import dev.foldline.app.report.RunFilter;
import dev.foldline.app.report.RunLine;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.report.RunsReport;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.effects.store.RunEntry;
import dev.foldline.effects.store.RunIndex;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The list of runs, a page at a time. A page costs what its own runs cost, however many there are.
 */
public final class RunListing {
    private static final long LIMIT = 100;
    private static final long LIMIT_MAX = 1000;

    /** How many documents a search makes at once. */
    private static final long PART = 128;

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
    private static final Field<String> STATE =
            Field.choice("state", "only runs in this state", RunFilter.STATES);
    private static final Field<String> WORKFLOW =
            Field.text("workflow", "only runs of the workflow with this name");
    private static final Field<String> TEXT =
            Field.text("text", "only runs with this text in the title, the id or the error");
    private static final Field<String> SINCE =
            Field.text("since", "only runs started since: 2h, 2026-01-31, or a local time");
    private static final Field<String> UNTIL =
            Field.text("until", "only runs started before this, in the same form");

    /** What selects runs. */
    private static final Vector<Field<?>> FILTER =
            Vector.of(UNFINISHED, STATE, WORKFLOW, TEXT, SINCE, UNTIL);

    private RunListing() {}

    public static final Operation LIST =
            Operation.query(
                            "runs",
                            "List runs, latest first, in pages: state, start, time, cost and"
                                    + " title.",
                            RunsReport.SCHEMA,
                            RunListing::list)
                    .withFields(AFTER, MAX, UNFINISHED, STATE, WORKFLOW, TEXT, SINCE, UNTIL)
                    .withExamples(
                            "foldline runs --state needs-you     what waits for you",
                            "foldline runs --text login --since 7d")
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("GET /api/runs"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("runs_list"));

    /**
     * A page of the list.
     *
     * @param runs the documents about its runs
     * @param next where the next page starts, if there is one
     */
    public record Page(
            Vector<Map<String, Object>> runs, Map<String, Object> document, Option<String> next) {
        /** The input that lists the next page. */
        public Option<Map<String, Object>> following(Input input) {
            return next.map(
                    after -> {
                        var values = new java.util.LinkedHashMap<String, Object>();
                        values.put(AFTER.name(), after);
                        values.put(MAX.name(), limit(input));
                        for (var each : FILTER)
                            for (var value : input.find(each))
                                if (!value.equals(false)) values.put(each.name(), value);
                        return values;
                    });
        }
    }

    private static OperationResult list(OperationContext context, Input input) throws IOException {
        var root = context.checkout().root();
        var page = page(context.runs(), input, run -> RunReport.document(run, root));
        return OperationResult.of(page.document(), paint -> text(page, paint));
    }

    private static String text(Page page, TextStyle paint) {
        var lines = page.runs().map(RunLine::of);
        return lines.isEmpty()
                ? "No runs.\n"
                : RunLine.head(paint)
                        + lines.map(line -> line.text(paint)).mkString()
                        + page.next()
                                .map(after -> "more: foldline runs --after " + after + "\n")
                                .getOrElse("");
    }

    /**
     * @param source returns the document about one run
     * @throws UserError if the page does not exist
     */
    public static Page page(Runs runs, Input input, RunsReport.Source source) throws IOException {
        long limit = limit(input);
        var index = runs.index();
        var filter = filter(input);
        var found = new ArrayList<Map<String, Object>>();
        var last = Option.<RunEntry>none();
        var entries =
                listed(runs, index, input)
                        .filter(each -> filter.isWithin(each.beganAt()))
                        .iterator();
        while (entries.hasNext()) {
            // One more than the page holds tells whether there is a next page.
            var part = next(entries, filter.needsLog() ? PART : limit + 1 - found.size());
            var documents = documents(part, source);
            for (int at = 0; at < part.size(); at++) {
                if (filter.needsLog() && !filter.test(RunLine.of(documents.get(at)))) continue;
                if (found.size() == limit) return page(found, index, last);
                found.add(documents.get(at));
                last = Option.of(part.get(at));
            }
        }
        return page(found, index, Option.none());
    }

    private static List<RunEntry> next(Iterator<RunEntry> entries, long count) {
        var part = new ArrayList<RunEntry>();
        while (part.size() < count && entries.hasNext()) part.add(entries.next());
        return part;
    }

    /** The documents about some runs, in their order, made side by side. */
    private static List<Map<String, Object>> documents(
            List<RunEntry> part, RunsReport.Source source) throws IOException {
        try {
            return part.parallelStream().map(entry -> document(entry, source)).toList();
        } catch (UncheckedIOException failed) {
            throw new IOException(failed.getMessage(), failed);
        }
    }

    private static Map<String, Object> document(RunEntry entry, RunsReport.Source source) {
        try {
            return RunsReport.document(entry.run(), source);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Page page(
            List<Map<String, Object>> found, RunIndex index, Option<RunEntry> last) {
        var next = last.map(RunEntry::cursor);
        return new Page(Vector.ofAll(found), RunsReport.document(found, index.count(), next), next);
    }

    private static RunFilter filter(Input input) {
        var now = Instant.now();
        return new RunFilter(
                input.find(STATE),
                input.find(WORKFLOW),
                input.find(TEXT),
                input.find(SINCE).map(text -> EventFilter.time(text, now, "--since")),
                input.find(UNTIL).map(text -> EventFilter.time(text, now, "--until")));
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
