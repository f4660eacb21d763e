package dev.foldline.bench;

import dev.foldline.app.mcp.McpCapabilities;
import dev.foldline.app.mcp.McpHttpHandler;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.CommandClient;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.server.RepositoryService;
import dev.foldline.app.server.ServerLimits;
import dev.foldline.app.workflow.WorkflowCreator;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long it takes until 500 clients have heard of what comes into a workflow's log, while one
 * more reads slowly and one nothing at all; and that nobody but the last has missed anything.
 */
final class ServeMeasurements implements Bench.PrintableMeasurement {
    private static final int CLIENTS = 500;
    private static final int ROUNDS = 400;

    /**
     * The last event of the last round: two each, behind the first of the log. What comes then
     * nobody needs to have heard.
     */
    private static final int LAST = 1 + 2 * ROUNDS;

    /** So few that whoever is slow falls behind them. */
    private static final int KEPT = 100;

    private static final String TOKEN = "a-token-of-the-measurements";
    private static final String REASON =
            "because it is to be seen whether all hear of it ".repeat(80);
    private static final Duration SLOW = Duration.ofMillis(100);
    private static final int SMALL_BUFFER = 1 << 12;

    @Override
    public void print() throws Exception {
        var folder = GateMeasurements.repository();
        try (var here =
                        Workspace.open(
                                folder,
                                Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString()));
                var service =
                        RepositoryService.start(
                                here,
                                new RepositoryService.Setup(
                                        "127.0.0.1",
                                        0,
                                        TOKEN,
                                        ServerLimits.DEFAULT.keeping(KEPT),
                                        (_, door, bounds) ->
                                                McpHttpHandler.of(
                                                        McpCapabilities.forOperators(
                                                                folder,
                                                                here.environment(),
                                                                System.err),
                                                        door,
                                                        bounds)),
                                RunObserver.NONE,
                                Throwable::printStackTrace)) {
            var branch = here.git().head().branch().orElseThrow();
            var workflow =
                    new WorkflowCreator(here)
                            .create(
                                    RunLauncher.configuration(folder, here.environment()),
                                    ("target: " + branch + "\ntasks: []\n")
                                            .getBytes(StandardCharsets.UTF_8),
                                    "tasks.yaml");
            new ClientGroup(service.address().getPort(), workflow).listen();
        }
    }

    /** The clients, and what they hear. */
    private static final class ClientGroup {
        private final int port;
        private final RunDirectory workflow;
        private final AtomicLongArray written = new AtomicLongArray(4 * ROUNDS + 100);
        private final ConcurrentLinkedQueue<Long> delays = new ConcurrentLinkedQueue<>();
        private final List<Client> clients = new ArrayList<>();
        private final CountDownLatch ready = new CountDownLatch(CLIENTS);

        ClientGroup(int port, RunDirectory workflow) {
            this.port = port;
            this.workflow = workflow;
        }

        void listen() throws Exception {
            for (int i = 0; i < CLIENTS; i++) clients.add(new Client(this, Duration.ZERO).begin());
            var slow = new Client(this, SLOW).begin();
            var stalled = new Client(this, Duration.ofDays(1)).begin();
            ready.await();
            long started = System.nanoTime();
            int seq = 2;
            for (int round = 0; round < ROUNDS; round++) {
                send(seq++, new Command.Freeze("look", REASON));
                send(seq++, new Command.Approve("look", Shown.NOTHING, ""));
            }
            send(seq, new Command.Abort("enough"));
            for (var client : clients) client.thread.join();
            long took = System.nanoTime() - started;
            slow.thread.join();
            stalled.socket.close();
            print(took, slow, seq);
        }

        /** The first event of the log is its beginning, so the first command becomes the second. */
        private void send(int seq, Command command) throws IOException, InterruptedException {
            written.set(seq, System.nanoTime());
            if (!(CommandClient.send(workflow, command, Redaction.OF_SHAPES)
                    instanceof CommandClient.Answer.Accepted))
                throw new IllegalStateException("refused: " + command);
        }

        private void print(long took, Client slow, int events) {
            var sorted = delays.stream().sorted().toList();
            var all = clients.getFirst().heard;
            for (var client : clients)
                if (!client.heard.equals(all))
                    throw new IllegalStateException("a client has missed something");
            if (!slow.heard.equals(all))
                throw new IllegalStateException("the slow client has missed something");
            System.gc();
            var runtime = Runtime.getRuntime();
            System.out.printf(
                    Locale.ROOT,
                    "%d clients, %d events, %d messages to each in %.1f s; nobody has missed one%n",
                    CLIENTS,
                    events,
                    all.size(),
                    took / 1e9);
            System.out.printf(
                    Locale.ROOT,
                    "  from before the command to the client: median %.2f ms, 99th percentile %.2f"
                            + " ms, longest %.2f ms%n",
                    sorted.get(sorted.size() / 2) / 1e6,
                    sorted.get(sorted.size() * 99 / 100) / 1e6,
                    sorted.getLast() / 1e6);
            System.out.printf(
                    Locale.ROOT,
                    "  the slow client was told %d times that it lagged, and heard all; %.0f MB in"
                            + " use%n",
                    slow.lags,
                    (runtime.totalMemory() - runtime.freeMemory()) / 1e6);
        }
    }

    /** One that follows the workflow, and rests after each message. */
    private static final class Client {
        private final ClientGroup crowd;
        private final Duration rest;
        private final Socket socket = new Socket();
        private final List<String> heard = new ArrayList<>();
        private Thread thread = Thread.currentThread();
        private int lags;

        Client(ClientGroup crowd, Duration rest) {
            this.crowd = crowd;
            this.rest = rest;
        }

        Client begin() throws IOException {
            if (!rest.isZero()) socket.setReceiveBufferSize(SMALL_BUFFER);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), crowd.port));
            socket.getOutputStream()
                    .write(
                            ("GET /api/workflows/"
                                            + crowd.workflow.id()
                                            + "/events HTTP/1.1\r\nHost: 127.0.0.1:"
                                            + crowd.port
                                            + "\r\nAuthorization: Bearer "
                                            + TOKEN
                                            + "\r\n\r\n")
                                    .getBytes(StandardCharsets.UTF_8));
            thread = Thread.ofVirtual().start(this::listen);
            return this;
        }

        private void listen() {
            try (var lines =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8),
                            SMALL_BUFFER)) {
                if (rest.compareTo(Duration.ofHours(1)) > 0) Thread.sleep(rest);
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.contains("system.lagged")) lags++;
                    if (!line.startsWith("id: ")) continue;
                    receive(line.substring("id: ".length()));
                    if (isLast(heard.getLast())) return;
                    if (!rest.isZero()) Thread.sleep(rest);
                }
            } catch (IOException | InterruptedException ended) {
                if (rest.isZero()) throw new IllegalStateException(ended);
            }
        }

        private boolean isLast(String id) {
            return !id.contains(".") && Integer.parseInt(id) >= LAST;
        }

        private void receive(String id) {
            heard.add(id);
            if (heard.size() == 1 && rest.isZero()) crowd.ready.countDown();
            long at = crowd.written.get(Integer.parseInt(id.replaceFirst("\\..*", "")));
            if (at != 0 && rest.isZero()) crowd.delays.add(System.nanoTime() - at);
        }
    }
}
