package dev.foldline.bench;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.RunCopies;
import dev.foldline.app.mcp.McpCapabilities;
import dev.foldline.app.mcp.McpHttpHandler;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.server.RepositoryService;
import dev.foldline.app.server.ServerLimits;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;

/**
 * The first answers that the dashboard needs, from a server with few and short runs and from one
 * with many runs, one of them long. The floor is an answer that reads nothing.
 */
final class DashboardMeasurements implements Bench.PrintableMeasurement {
    private static final int FEW = 10;
    private static final int MANY = 2_000;
    private static final int SHORT = 250;
    private static final int LONG = 25_000;
    private static final String TOKEN = "a-token-of-the-measurements";
    private static final String TAG = "measured";

    @Override
    public void print() throws Exception {
        try (var few = Server.start(FEW, SHORT);
                var many = Server.start(MANY, LONG)) {
            var page = "/api/runs?limit=100";
            System.out.println("first answer, with nothing in memory");
            for (var path : List.of(page, "/api/runs/" + many.run))
                System.out.printf(
                        Locale.ROOT,
                        "  %-44s %s%n",
                        path.replace(many.run, "RUN"),
                        many.first(path));
            compare("a page of 100 runs", page, few, many);
            compare("runs with a text", "/api/runs?text=nothing-like-it", few, many);
            compare("one run", "/api/runs/RUN", few, many);
            compare(
                    "its last 250 events",
                    "/api/runs/RUN/timeline?limit=250&after=LAST",
                    few,
                    many);
            new MeasurementRatio(
                            "the messages of a run in the stream of all runs, from its start",
                            3,
                            List.of(few.caughtUp(), many.caughtUp()))
                    .print();
        }
    }

    private static void compare(String name, String path, Server few, Server many)
            throws Exception {
        new MeasurementRatio(
                        name,
                        7,
                        List.of(
                                many.measured("nothing read: /healthz", "/healthz"),
                                few.measured(few.size(), path),
                                many.measured(many.size(), path)))
                .print();
    }

    /** A served repository with copies of a short run, and a run of many events. */
    private record Server(
            Workspace here,
            RepositoryService service,
            HttpClient http,
            String run,
            int runs,
            int events)
            implements AutoCloseable {

        static Server start(int runs, int events) throws Exception {
            var place = CliFixture.ready(Files.createTempDirectory("foldline-bench"));
            if (place.foldline("run", "Add work").exit() != 0)
                throw new IOException("the run to be copied has failed");
            var folders = Runs.of(place.root.resolve(".git"));
            RunCopies.make(folders, folders.newestFirst().getFirst(), runs - 2, 1);
            var run =
                    HistoryMeasurements.run(
                            place, KernelMeasurements.longRun(events).subList(0, events), 7);
            order(folders, run);
            var here = Workspace.open(place.root, place.environment);
            var service =
                    RepositoryService.start(
                            here,
                            new RepositoryService.Setup(
                                    "127.0.0.1",
                                    0,
                                    TOKEN,
                                    ServerLimits.DEFAULT,
                                    (_, door, bounds) ->
                                            McpHttpHandler.of(
                                                    McpCapabilities.forOperators(
                                                            here.root(),
                                                            here.environment(),
                                                            System.err),
                                                    door,
                                                    bounds)),
                            RunObserver.NONE,
                            Throwable::printStackTrace);
            return new Server(
                    here, service, HttpClient.newHttpClient(), run.id().text(), runs, events);
        }

        /** The order of the events as a server has noted it that ran with the long run. */
        private static void order(Runs runs, RunDirectory run) throws IOException {
            var lines = new StringBuilder("foldline.event-order/1 " + TAG + "\n");
            long offset = 0;
            long seq = 0;
            for (var line : Files.readAllLines(run.events())) {
                offset += line.getBytes(StandardCharsets.UTF_8).length + 1;
                lines.append(run.id() + " " + ++seq + " " + offset + "\n");
            }
            for (var other : runs.newestFirst())
                if (!other.id().equals(run.id()))
                    lines.append(other.id() + " 1 " + Files.size(other.events()) + " -\n");
            Files.writeString(runs.root().resolve("event-order"), lines);
        }

        String size() {
            return String.format(Locale.ROOT, "%,d runs, one of %,d events", runs, events);
        }

        private HttpRequest request(String path) {
            return HttpRequest.newBuilder(
                            URI.create(
                                    service.address()
                                            + path.replace("RUN", run)
                                                    .replace("LAST", "" + (events - 250))))
                    .header("Authorization", "Bearer " + TOKEN)
                    .build();
        }

        private int bytes(String path) throws Exception {
            var answer = http.send(request(path), BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) throw new IOException(path + " " + answer.statusCode());
            return answer.body().length;
        }

        String first(String path) throws Exception {
            long started = System.nanoTime();
            int bytes = bytes(path);
            return String.format(
                    Locale.ROOT, "%,.0f ms, %,d bytes", (System.nanoTime() - started) / 1e6, bytes);
        }

        Measurement measured(String name, String path) {
            return new Measurement(name, 1, () -> bytes(path));
        }

        Measurement caughtUp() throws Exception {
            var last = last();
            return new Measurement("an event of " + size(), events, () -> readUpTo(last));
        }

        /** The last message there is before the stream waits. */
        private String last() throws Exception {
            var request = request("/api/events?after=" + TAG + "-" + (events - 100));
            var last = "";
            try (var lines = lines(request)) {
                for (var line = lines.readLine();
                        !line.startsWith(": keepalive");
                        line = lines.readLine()) if (line.startsWith("id: ")) last = line;
            }
            return last;
        }

        private void readUpTo(String last) throws Exception {
            try (var lines = lines(request("/api/events?after=" + TAG + "-0"))) {
                while (!lines.readLine().equals(last)) {}
            }
        }

        private BufferedReader lines(HttpRequest request) throws Exception {
            return new BufferedReader(
                    new InputStreamReader(
                            http.send(request, BodyHandlers.ofInputStream()).body(),
                            StandardCharsets.UTF_8));
        }

        @Override
        public void close() throws IOException {
            try (here) {
                http.shutdownNow();
                service.close();
            }
        }
    }
}
