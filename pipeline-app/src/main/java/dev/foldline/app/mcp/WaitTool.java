package dev.foldline.app.mcp;

import dev.foldline.app.operation.DocumentSchemas;
import dev.foldline.app.operation.Operation.Permission;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.run.RunObserver;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.store.DirectoryWatch;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The tool that waits until a run needs its user, fails or ends. */
record WaitTool(ServerContext here) {
    private static final long SECONDS_MAX = 3600;
    private static final Duration CHECK = Duration.ofSeconds(1);

    private static final String SCHEMA = "foldline.wait/1";
    private static final String ARGUMENTS =
            """
            {"type": "object", "additionalProperties": false,
             "properties": {
               "run": {"type": "string", "minLength": 1, "description": "@ (the latest), @~1, or the beginning of an id"},
               "until": {"type": "string", "enum": ["any", "gate", "end", "failure"], "description": "what to wait for (default: any)"},
               "timeout_seconds": {"type": "integer", "minimum": 1, "maximum": %d, "description": "default: 300"}}}\
            """
                    .formatted(SECONDS_MAX);
    private static final Set<String> FAILED =
            HashSet.of("halted", "failed", "budget_reached", "wall_clock_limit", "log_cut");
    private static final Set<String> OVER =
            HashSet.of("completed", "nothing_left", "pull_requests_reached", "rejected", "aborted");

    McpTool tool() {
        return new McpTool(
                "wait_for",
                "Wait until a run reaches a gate, fails or ends, or nothing drives it any more."
                        + " Reports progress; can be cancelled.",
                ARGUMENTS,
                McpTool.Effect.READS,
                new McpTool.Hints(
                        false,
                        true,
                        Option.of(DocumentSchemas.read().answer(java.util.Set.of(SCHEMA)))),
                Permission.VIEW,
                this::await);
    }

    private ToolReply await(ToolArguments given) throws IOException, InterruptedException {
        var checkout = here.checkout();
        var run = checkout.run(given.optional("run").orElse("@"));
        var until = given.optional("until").orElse("any");
        long end =
                System.nanoTime()
                        + TimeUnit.SECONDS.toNanos(given.number("timeout_seconds").orElse(300L));
        try (var progress = given.caller().watching();
                var changes = DirectoryWatch.on(run.path())) {
            while (true) {
                var report = RunReport.of(run, checkout.root());
                var reached = reached(report, until, end);
                if (reached.isDefined())
                    return ToolReply.of(
                            JsonOutput.fields(
                                    "schema",
                                    SCHEMA,
                                    "reached",
                                    reached.get(),
                                    "run",
                                    report.document()));
                if (progress.isCancelled())
                    return ToolReply.refusal("CANCELLED", "the client cancelled the call");
                report(progress, run, report);
                changes.awaitChange(CHECK.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    private static void report(RunObserver progress, RunDirectory run, RunReport report)
            throws IOException {
        LogReader.lastLine(run.events())
                .map(LogFold::event)
                .ifPresent(event -> progress.onEvent(event, Option.none(), report.point().state()));
    }

    private static Option<String> reached(RunReport report, String until, long end) {
        var kind = kind(report);
        if (kind.exists(each -> until.equals("any") || until.equals(each) || each.equals("end")))
            return kind;
        if (report.driver().isEmpty()) return Option.of("not_driven");
        return Option.when(System.nanoTime() - end >= 0, "timeout");
    }

    private static Option<String> kind(RunReport report) {
        if (report.standing().isAtGate()) return Option.of("gate");
        var reason = report.standing().reason();
        if (FAILED.contains(reason)) return Option.of("failure");
        return Option.when(OVER.contains(reason), "end");
    }
}
