package dev.foldline.effects.fleet.restate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import dev.foldline.effects.fleet.engine.EngineFault;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Which node of an engine is asked. */
class EngineNodesTest {
    private final List<HttpServer> servers = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();

    @AfterEach
    void end() {
        servers.forEach(server -> server.stop(0));
    }

    private URI node(String name, int status) throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    asked.add(name);
                    var body = name.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        servers.add(server);
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static RestateServer engine(URI... nodes) {
        return new RestateServer(Vector.of(nodes), Vector.of(nodes), Duration.ofSeconds(10));
    }

    @Test
    void a_node_that_is_away_or_has_not_joined_its_cluster_is_passed_over() throws Exception {
        var away = node("away", 200);
        servers.getFirst().stop(0);
        try (var engine = engine(away, node("joins", 503), node("fresh", 404), node("ok", 200))) {
            assertThat(engine.call("s", "k", "{}")).isEqualTo("ok");
            assertThat(engine.call("s", "k", "{}")).isEqualTo("ok");
        }
        assertThat(asked).containsExactly("joins", "fresh", "ok", "ok");
    }

    @Test
    void a_worker_that_is_cut_off_from_the_engine_does_not_replace_another() throws Exception {
        var away = node("away", 200);
        servers.getFirst().stop(0);
        var admin = node("admin", 200);
        try (var engine =
                new RestateServer(Vector.of(away), Vector.of(admin), Duration.ofSeconds(10))) {
            assertThatThrownBy(() -> engine.move(URI.create("http://127.0.0.1:1"), "t0ken"))
                    .isInstanceOf(EngineFault.class);
        }
        assertThat(asked).isEmpty();
    }

    /** An engine that knows a worker, and notes the address of the next one. */
    private URI engineWith(RestateEndpoint worker) throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    if (exchange.getRequestMethod().equals("PATCH")) asked.add("moved");
                    var body =
                            "{\"deployment_id\": \"dp_1\", \"uri\": \"http://127.0.0.1:%d/foldline/\"}"
                                    .formatted(worker.port())
                                    .getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        servers.add(server);
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Test
    void a_worker_is_replaced_when_it_does_not_answer_and_not_when_the_engine_is_slow()
            throws Exception {
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var worker = RestateEndpoint.start(loopback, "t0ken", _ -> {});
        try (var engine = engine(engineWith(worker))) {
            engine.move(URI.create("http://127.0.0.1:1/foldline/"), "0ther");
            assertThat(asked).isEmpty();
            worker.close();
            engine.move(URI.create("http://127.0.0.1:1/foldline/"), "0ther");
            assertThat(asked).containsExactly("moved");
        }
    }

    @Test
    void a_worker_that_starts_again_at_its_address_gives_the_engine_its_new_token()
            throws Exception {
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var worker = RestateEndpoint.start(loopback, "t0ken", _ -> {});
                var engine = engine(engineWith(worker))) {
            worker.register(engine, URI.create("http://127.0.0.1:" + worker.port()));
            assertThat(asked).containsExactly("moved");
        }
    }

    /** The engine came back with the address that it knew, and the token of the process before. */
    @Test
    void a_worker_that_started_while_the_engine_was_away_gives_it_its_token_once()
            throws Exception {
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var worker = RestateEndpoint.start(loopback, "t0ken", _ -> {});
                var engine = engine(engineWith(worker))) {
            var address = URI.create("http://127.0.0.1:" + worker.port() + "/foldline/");
            engine.move(address, "t0ken");
            assertThat(asked).containsExactly("moved");
            engine.move(address, "t0ken");
            assertThat(asked).containsExactly("moved");
        }
    }

    @Test
    void what_all_nodes_answer_is_the_answer() throws Exception {
        try (var engine = engine(node("one", 404), node("two", 404))) {
            assertThatThrownBy(() -> engine.call("s", "k", "{}"))
                    .isInstanceOf(EngineFault.class)
                    .hasMessageContaining("no worker is registered");
        }
        assertThat(asked).containsExactly("one", "two");
    }
}
