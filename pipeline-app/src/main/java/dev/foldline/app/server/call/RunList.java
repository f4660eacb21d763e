package dev.foldline.app.server.call;

import dev.foldline.app.report.RunsReport;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.Input;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.effects.store.RunEntry;
import dev.foldline.effects.store.RunIndex;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The list of runs, a page at a time. A page costs what its own runs cost, however many there are.
 */
record RunList(Runs runs) {
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
    static final Field<?>[] FIELDS = {AFTER, MAX, UNFINISHED};

    ApiResponse page(Input asked, RunsReport.Source source) throws IOException {
        long limit = Math.min(asked.get(MAX), LIMIT_MAX);
        var unfinished = asked.get(UNFINISHED);
        var index = runs.index();
        // One more than is returned: then there is a next page.
        var found = listed(index, asked.get(AFTER), unfinished).limit(limit + 1).toList();
        var page = found.subList(0, (int) Math.min(found.size(), limit));
        var next =
                found.size() > page.size()
                        ? Optional.of(page.getLast().cursor())
                        : Optional.<String>empty();
        var document =
                RunsReport.document(
                        page.stream().map(RunEntry::run).toList(), source, index.count(), next);
        return new ApiResponse.Json(
                200,
                document,
                next.map(
                                after ->
                                        Map.of(
                                                "Link",
                                                "<"
                                                        + address(after, limit, unfinished)
                                                        + ">; rel=\"next\""))
                        .orElse(Map.of()));
    }

    private Stream<RunEntry> listed(RunIndex index, String after, boolean unfinished)
            throws IOException {
        var behind = behind(index, after);
        if (!unfinished) return behind;
        var open = Set.copyOf(UnfinishedRuns.of(runs));
        return behind.filter(entry -> open.contains(entry.run()));
    }

    private static Stream<RunEntry> behind(RunIndex index, String after) {
        try {
            return index.behind(after);
        } catch (IllegalArgumentException unknown) {
            throw new ApiException(400, "after must be the next_after of a page, not " + after);
        }
    }

    private static String address(String after, long limit, boolean unfinished) {
        var query =
                List.of(
                        "after=" + URLEncoder.encode(after, StandardCharsets.UTF_8),
                        "limit=" + limit);
        return "/api/runs?" + String.join("&", query) + (unfinished ? "&unfinished=true" : "");
    }
}
