package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Main;
import dev.foldline.app.command.Host;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A server that cannot be started as it was asked for: the printed command starts one. */
class ServerRemediesTest {
    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
    }

    private CommandResult refused(String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        return reported;
    }

    /** Runs the printed command until it says where it listens. */
    private void listens(CommandResult reported, String beginning) throws Exception {
        var out = new ByteArrayOutputStream();
        var host =
                new Host(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(OutputStream.nullOutputStream()),
                        place.environment,
                        new ByteArrayInputStream(new byte[0]),
                        place.root,
                        false,
                        "foldline");
        var server =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> Main.run(host, Remedy.arguments(reported, beginning)));
        CliFixture.until(
                "it listens",
                () -> out.toString(StandardCharsets.UTF_8).startsWith("http://127.0.0.1:"),
                server::isAlive);
        server.interrupt();
        server.join();
    }

    @ParameterizedTest
    @CsvSource({
        "serve --port 99999, foldline serve",
        "serve --link, foldline serve",
        "serve --host 192.0.2.1, foldline serve --host ",
        "serve --public-url example.org, foldline serve --public-url ",
        "mcp --http --port 99999, foldline mcp --http"
    })
    void a_wrong_port_or_address_leads_to_one_that_is_served(String words, String beginning)
            throws Exception {
        listens(refused(words.split(" ")), beginning);
    }

    @Test
    void a_port_without_http_leads_to_the_http_option() throws Exception {
        int free;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        listens(refused("mcp", "--port", Integer.toString(free)), "foldline mcp --http --port ");
    }

    @ParameterizedTest
    @CsvSource({"serve, foldline serve --port ", "mcp --http, foldline mcp --http --port "})
    void a_port_that_is_taken_leads_to_any_that_is_free(String words, String beginning)
            throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            listens(refused((words + " --port " + taken.getLocalPort()).split(" ")), beginning);
        }
    }

    @Test
    void an_agent_is_served_on_its_streams() {
        var reported = refused("mcp", "--http", "--as", "agent");
        assertThat(Remedy.done(place, reported, "foldline mcp --as agent").out())
                .as("its input is over at once")
                .isEmpty();
    }
}
