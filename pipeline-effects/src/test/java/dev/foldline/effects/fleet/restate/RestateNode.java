package dev.foldline.effects.fleet.restate;

import dev.foldline.effects.machine.MachineRequirement;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A node of Restate with all roles, which a test starts on this machine. */
public final class RestateNode implements AutoCloseable {
    /** The system property with the path of the server's program. */
    public static final String PROGRAM = "foldline.real.restate";

    private static final Duration START = Duration.ofMinutes(2);

    private static final String CLUSTER =
            """
            default-replication = %d
            advertised-address = "%s"
            [metadata-client]
            type = "replicated"
            addresses = [%s]
            """;

    private final Path folder;
    private final Ports ports;
    private final Vector<String> members;
    private final int number;
    private Process process;

    /** The ports of a node; the same at the address of each node of a cluster. */
    record Ports(int ingress, int admin, int fabric) {
        static Ports free() throws IOException {
            return new Ports(port(), port(), port());
        }
    }

    private RestateNode(Path folder, Ports ports, Vector<String> members, int number)
            throws IOException {
        this.folder = folder;
        this.ports = ports;
        this.members = members;
        this.number = number;
        this.process = launch();
    }

    /** Starts a node, or skips the test if the server is not here. */
    public static RestateNode start(Path folder) throws Exception {
        demand();
        var node = new RestateNode(folder, Ports.free(), Vector.of("127.0.0.1"), 0);
        node.await();
        return node;
    }

    /** Launches a node of a cluster without waiting until it is ready. */
    static RestateNode member(Path folder, Ports ports, Vector<String> members, int number)
            throws IOException {
        return new RestateNode(folder, ports, members, number);
    }

    static void demand() {
        MachineRequirement.demand(
                !System.getProperty(PROGRAM, "").isEmpty(),
                "the engine's server: -D" + PROGRAM + "=PATH, see .ci/run --engine");
    }

    private static int port() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process launch() throws IOException {
        Files.createDirectories(folder);
        var configuration = folder.resolve("restate.toml");
        Files.writeString(
                configuration,
                """
                base-dir = "%s"
                node-name = "n%d"
                cluster-name = "foldline-test"
                auto-provision = %b
                listen-mode = "tcp"
                disable-telemetry = true
                default-num-partitions = 2
                rocksdb-total-memory-size = "64MB"
                %s[ingress]
                bind-address = "%s:%d"
                [admin]
                bind-address = "%s:%d"
                """
                        .formatted(
                                folder.resolve("data"),
                                number + 1,
                                number == 0,
                                members.size() == 1 ? "" : cluster(),
                                host(),
                                ports.ingress(),
                                host(),
                                ports.admin()));
        return new ProcessBuilder(
                        System.getProperty(PROGRAM),
                        "--no-logo",
                        "--config-file",
                        configuration.toString(),
                        "--bind-ip",
                        host(),
                        "--bind-port",
                        Integer.toString(ports.fabric()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    private String host() {
        return members.get(number);
    }

    /** Each entry of the log is kept by a majority of the members. */
    private String cluster() {
        return CLUSTER.formatted(
                members.size() / 2 + 1,
                fabric(host()),
                members.map(member -> "\"" + fabric(member) + "\"").mkString(", "));
    }

    private String fabric(String member) {
        return "http://" + member + ":" + ports.fabric();
    }

    void await() throws Exception {
        var end = Instant.now().plus(START);
        try (var client = HttpClient.newHttpClient()) {
            while (!isReady(client)) {
                if (!process.isAlive() || Instant.now().isAfter(end))
                    throw new IOException(
                            "the engine did not start: " + Files.readString(folder.resolve("log")));
                Thread.sleep(100);
            }
        }
    }

    private boolean isReady(HttpClient client) throws InterruptedException {
        try {
            return client.send(
                                    HttpRequest.newBuilder(ingress().resolve("/restate/health"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Returns the address for messages. */
    public URI ingress() {
        return URI.create("http://" + host() + ":" + ports.ingress());
    }

    /** Returns the address for registrations. */
    public URI admin() {
        return URI.create("http://" + host() + ":" + ports.admin());
    }

    /** Returns a client of this node. */
    public RestateServer client() {
        return new RestateServer(Vector.of(ingress()), Vector.of(admin()), Duration.ofSeconds(10));
    }

    /** Kills the node and starts it again on what it has stored. */
    public void crash() throws Exception {
        close();
        restart();
    }

    /** Starts a node that was killed. */
    public void restart() throws Exception {
        process = launch();
        await();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
