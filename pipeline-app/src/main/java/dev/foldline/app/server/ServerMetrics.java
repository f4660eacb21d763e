package dev.foldline.app.server;

import dev.foldline.app.gate.RepositoryTables;
import dev.foldline.app.output.Version;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.server.call.ServerStatus;
import dev.foldline.app.workflow.WorkflowHost;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Map;

/** The state of the server for programs that watch it, in the text format of Prometheus. */
record ServerMetrics(
        Workspace here, WorkflowHost hosting, HttpStatistics statistics, Instant startedAt)
        implements ServerStatus {
    private static final double MILLIS = 1000.0;

    @Override
    public boolean isReady() {
        return Files.isReadable(here.runs().root());
    }

    @Override
    public String metrics() throws IOException {
        var runs = here.runs();
        var text = new StringBuilder();
        family(
                text,
                "foldline_info",
                "gauge",
                "the version",
                Map.of("version=\"" + Version.text() + "\"", 1L));
        family(text, "foldline_runs", "gauge", "runs of the repository", runs.index().count());
        family(
                text,
                "foldline_runs_unfinished",
                "gauge",
                "runs that have not ended",
                UnfinishedRuns.of(runs).size());
        family(
                text,
                "foldline_gates_open",
                "gauge",
                "gates that wait for an answer",
                new RepositoryTables(runs, _ -> {}).openGates().size());
        family(
                text,
                "foldline_workflows_driven",
                "gauge",
                "workflows that this server drives",
                hosting.running().size());
        family(
                text,
                "foldline_http_requests_total",
                "counter",
                "answered requests",
                statistics.answers());
        var memory = Runtime.getRuntime();
        family(
                text,
                "jvm_memory_used_bytes",
                "gauge",
                "used memory of the heap",
                memory.totalMemory() - memory.freeMemory());
        family(
                text,
                "process_start_time_seconds",
                "gauge",
                "start of the server, in seconds since 1970",
                Map.of("", startedAt.toEpochMilli() / MILLIS));
        return text.toString();
    }

    private static void family(
            StringBuilder text, String name, String type, String help, long value) {
        family(text, name, type, help, Map.of("", value));
    }

    private static void family(
            StringBuilder text,
            String name,
            String type,
            String help,
            Map<String, ? extends Number> values) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        values.forEach(
                (labels, value) ->
                        text.append(name)
                                .append(labels.isEmpty() ? "" : "{" + labels + "}")
                                .append(' ')
                                .append(value)
                                .append('\n'));
    }
}
