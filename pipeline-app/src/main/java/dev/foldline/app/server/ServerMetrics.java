package dev.foldline.app.server;

import dev.foldline.app.gate.RepositoryTables;
import dev.foldline.app.output.Version;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.app.server.call.ServerStatus;
import dev.foldline.app.user.ServerUser;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The state of the server for programs that watch it, in the text format of Prometheus. */
record ServerMetrics(Vector<ServedRepository> all, HttpStatistics statistics, Instant startedAt)
        implements ServerStatus {
    private static final double MILLIS = 1000.0;

    /** A number of a repository. */
    private interface Measure {
        long of(ServedRepository repository) throws IOException;
    }

    @Override
    public Option<String> unready() {
        int lost = all.count(each -> !each.summary().isReadable());
        return Option.when(
                lost > 0,
                () ->
                        all.size() == 1
                                ? "cannot read the repository"
                                : "cannot read %d of %d repositories".formatted(lost, all.size()));
    }

    @Override
    public String metrics(ServerUser user) throws IOException {
        var text = new StringBuilder();
        family(
                text,
                "foldline_info",
                "gauge",
                "the version",
                Map.of("version=\"" + Version.text() + "\"", 1L));
        text.append(ofRepositories(all.filter(each -> user.isFor(each.mount().userName()))));
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
                Map.of("", memory.totalMemory() - memory.freeMemory()));
        family(
                text,
                "process_start_time_seconds",
                "gauge",
                "start of the server, in seconds since 1970",
                Map.of("", startedAt.toEpochMilli() / MILLIS));
        return text.toString();
    }

    private String ofRepositories(Vector<ServedRepository> shown) throws IOException {
        var text = new StringBuilder();
        if (all.size() > 1)
            text.append(
                    gauge(
                            "foldline_repository_readable",
                            "1 if the repository can be read",
                            shown,
                            each -> each.summary().isReadable() ? 1 : 0));
        var readable = shown.filter(each -> all.size() == 1 || each.summary().isReadable());
        text.append(
                gauge(
                        "foldline_runs",
                        "runs of the repository",
                        readable,
                        each -> each.here().runs().index().count()));
        text.append(
                gauge(
                        "foldline_runs_unfinished",
                        "runs that have not ended",
                        readable,
                        each -> UnfinishedRuns.of(each.here().runs()).size()));
        text.append(
                gauge(
                        "foldline_gates_open",
                        "gates that wait for an answer",
                        readable,
                        each ->
                                new RepositoryTables(each.here().runs(), _ -> {})
                                        .openGates()
                                        .size()));
        text.append(
                gauge(
                        "foldline_workflows_driven",
                        "workflows that this server drives",
                        readable,
                        each -> each.hosting().running().size()));
        return text.toString();
    }

    private static String gauge(
            String name, String help, Vector<ServedRepository> repositories, Measure measure)
            throws IOException {
        var values = new LinkedHashMap<String, Long>();
        for (var each : repositories)
            values.put(
                    each.name().map("repository=\"%s\""::formatted).getOrElse(""),
                    measure.of(each));
        var text = new StringBuilder();
        family(text, name, "gauge", help, values);
        return text.toString();
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
