package dev.foldline.app.mcp;

import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.inspect.LogLines;
import dev.foldline.app.history.RunHistory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools with which a person looks at runs; they change nothing. */
final class RunTools {
    private static final String RUN =
            """
            "run": {"type": "string", "minLength": 1, "description": "@ (the latest, also without this), @~1, or the beginning of an id"}\
            """;
    private static final String LOG =
            """
            {"type": "object", "additionalProperties": false, "properties": {%s,
               "after": {"type": "integer", "minimum": 0, "maximum": 9007199254740991, "description": "start after the event with this number"},
               "limit": {"type": "integer", "minimum": 1, "maximum": 500, "description": "at most so many events; 100 without this"}}}\
            """
                    .formatted(RUN);
    private static final long EVENTS = 100;

    private final ServerContext here;

    private RunTools(ServerContext here) {
        this.here = here;
    }

    static List<McpTool> of(ServerContext here) {
        var tools = new RunTools(here);
        return List.of(
                new McpTool(
                        "run_log",
                        "What happened in a run, event by event.",
                        LOG,
                        McpTool.Effect.READS,
                        tools::log));
    }

    private ToolReply log(ToolArguments given) throws IOException {
        var history = history(given);
        long after = given.number("after").orElse(0L);
        long limit = given.number("limit").orElse(EVENTS);
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
        return ToolReply.of(
                JsonOutput.fields(
                        "schema",
                        "foldline.log/1",
                        "run",
                        history.name(),
                        "events",
                        events,
                        "next_after",
                        more));
    }

    private RunHistory history(ToolArguments given) throws IOException {
        return RunHistory.open(here.checkout().run(run(given)));
    }

    private static String run(ToolArguments given) {
        return given.optional("run").orElse("@");
    }
}
