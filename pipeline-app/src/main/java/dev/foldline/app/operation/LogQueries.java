package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.RUN;

import dev.foldline.app.report.LogLines;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.RunHistory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** The events of a run, a page at a time. */
final class LogQueries {
    private static final long EVENTS_MAX = 5000;

    private static final Field<Long> AFTER =
            Field.number("after", "start after the event with this number").withFallback(0L);
    private static final Field<Long> LIMIT =
            Field.number("limit", 1, "maximum number of events (default: 100), up to " + EVENTS_MAX)
                    .withFallback(100L);

    private LogQueries() {}

    static final Operation LOG =
            Operation.query(
                            "log",
                            "Show the events of a run, one per line.",
                            "foldline.log/1",
                            LogQueries::log)
                    .withFields(RUN, AFTER, LIMIT)
                    .withEndpoint(FrontEnd.CLI, new Endpoint.Own("log"))
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("GET /api/runs/{id}/timeline"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_log"));

    private static OperationResult log(OperationContext context, Input input) throws IOException {
        var history = RunHistory.open(context.read(input.get(RUN)));
        long after = input.get(AFTER);
        long limit = Math.min(input.get(LIMIT), EVENTS_MAX);
        var events = new ArrayList<Map<String, Object>>();
        long last =
                history.walk(
                        moment -> {
                            if (moment.seq() > after && events.size() < limit)
                                events.add(LogLines.document(moment));
                            return moment.seq() <= after + limit;
                        });
        var more =
                last > after + events.size()
                        ? Optional.of(after + events.size())
                        : Optional.<Long>empty();
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        LOG.schema(),
                        "run",
                        history.name(),
                        "events",
                        events,
                        "next_after",
                        more),
                _ -> events.size() + " events\n");
    }
}
