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

    private final Path folder;
    private final int ingress;
    private final int admin;
    private final int fabric;
    private Process process;

    private RestateNode(Path folder, int ingress, int admin, int fabric) throws IOException {
        this.folder = folder;
        this.ingress = ingress;
        this.admin = admin;
        this.fabric = fabric;
        this.process = launch();
    }

    /** Starts a node, or skips the test if the server is not here. */
    public static RestateNode start(Path folder) throws Exception {
        var program = System.getProperty(PROGRAM, "");
        MachineRequirement.demand(
                !program.isEmpty(),
                "the engine's server: -D" + PROGRAM + "=PATH, see .ci/run --engine");
        var node = new RestateNode(folder, port(), port(), port());
        node.await();
        return node;
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
                node-name = "n1"
                cluster-name = "foldline-test"
                auto-provision = true
                listen-mode = "tcp"
                disable-telemetry = true
                default-num-partitions = 2
                rocksdb-total-memory-size = "64MB"
                [ingress]
                bind-address = "127.0.0.1:%d"
                [admin]
                bind-address = "127.0.0.1:%d"
                """
                        .formatted(folder.resolve("data"), ingress, admin));
        return new ProcessBuilder(
                        System.getProperty(PROGRAM),
                        "--no-logo",
                        "--config-file",
                        configuration.toString(),
                        "--bind-ip",
                        "127.0.0.1",
                        "--bind-port",
                        Integer.toString(fabric))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    private void await() throws Exception {
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
        return URI.create("http://127.0.0.1:" + ingress);
    }

    /** Returns the address for registrations. */
    public URI admin() {
        return URI.create("http://127.0.0.1:" + admin);
    }

    /** Returns a client of this node. */
    public RestateServer client() {
        return new RestateServer(Vector.of(ingress()), Vector.of(admin()), Duration.ofSeconds(10));
    }

    /** Kills the node and starts it again on what it has stored. */
    public void crash() throws Exception {
        close();
        process = launch();
        await();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
