package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.POINT;
import static dev.foldline.app.operation.Fields.RUN;
import static dev.foldline.app.operation.Fields.SEQ;

import dev.foldline.app.report.CallsPage;
import dev.foldline.app.report.EventFilter;
import dev.foldline.app.report.LogLines;
import dev.foldline.app.report.LogPage;
import dev.foldline.app.report.OutputPage;
import dev.foldline.app.repository.RunHistory;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Instant;

/** The events of a run, a page at a time, and what the agents and checks printed. */
public final class LogQueries {
    private static final long EVENTS_MAX = 5000;

    private static final Field<Long> AFTER =
            Field.number("after", "start after the event with this number").withFallback(0L);
    private static final Field<Long> LIMIT =
            Field.number("limit", 1, "maximum number of events (default: 100), up to " + EVENTS_MAX)
                    .withFallback(100L);

    private static final Field<Boolean> FAULTS =
            Field.truth("faults", "only events that report a failure");
    private static final Field<String> PHASE = Field.text("phase", "only events of this phase");
    private static final Field<String> SINCE =
            Field.text("since", "only events from this time on: 2h, 2026-01-31, or a local time");
    private static final Field<String> GREP =
            Field.text("grep", "only events whose line matches this regular expression");

    /** What selects events. */
    public static final Vector<Field<?>> FILTER = Vector.of(FAULTS, PHASE, SINCE, GREP);

    private LogQueries() {}

    static final Operation LOG =
            Operation.query(
                            "log",
                            "Show the events of a run, one per line.",
                            LogPage.SCHEMA,
                            LogQueries::log)
                    .withFields(RUN, AFTER, LIMIT, FAULTS, PHASE, SINCE, GREP)
                    .withEndpoint(FrontEnd.CLI, new Endpoint.Own("log"))
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("GET /api/runs/{id}/timeline"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_log"));

    static final Operation CALLS =
            Operation.query(
                            "calls",
                            "List the calls of agents and the checks of a run, with time and"
                                    + " outcome.",
                            CallsPage.SCHEMA,
                            LogQueries::calls)
                    .withFields(RUN)
                    .withExamples(
                            "foldline calls                     the calls of the latest run",
                            "foldline output @:120              what the call that started at event"
                                    + " 120 printed")
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived("GET /api/runs/{run}/calls"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_calls"));

    private static OperationResult calls(OperationContext context, Input input) throws IOException {
        var page = CallsPage.of(RunHistory.open(context.read(input.get(RUN))));
        return OperationResult.of(page.document(), page::text);
    }

    static final Operation OUTPUT =
            Operation.query(
                            "output",
                            "Print what an agent or a check printed: the latest, or the one at an"
                                    + " event.",
                            OutputPage.SCHEMA,
                            LogQueries::output)
                    .withFields(POINT, SEQ)
                    .withEndpoint(FrontEnd.CLI, new Endpoint.Own("output"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_output"));

    /**
     * The filter that a caller asks for.
     *
     * @throws dev.foldline.app.error.UserError if a value has another form, or the run has no such
     *     phase
     */
    public static EventFilter filter(Input input, RunHistory history) throws IOException {
        return EventFilter.of(
                        input.get(FAULTS),
                        input.find(PHASE),
                        input.find(SINCE),
                        input.find(GREP),
                        Instant.now())
                .knownTo(history);
    }

    private static OperationResult log(OperationContext context, Input input) throws IOException {
        var history = RunHistory.open(context.read(input.get(RUN)));
        var page =
                LogPage.of(
                        history,
                        input.get(AFTER),
                        Math.min(input.get(LIMIT), EVENTS_MAX),
                        filter(input, history),
                        LogLines::document);
        return OperationResult.of(page.document(), _ -> page.events().size() + " events\n");
    }

    private static OperationResult output(OperationContext context, Input input)
            throws IOException {
        var argument = RunArgument.of(input);
        var run = context.read(argument.run());
        var page = OutputPage.of(run, RunHistory.open(run), argument.seq());
        return OperationResult.of(page.document(), page::text);
    }
}
