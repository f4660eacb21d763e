package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.Place;
import dev.foldline.effects.machine.Thorough;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The server, spoken to by the SDK's own client over both transports. */
class SdkClientTest {
    private static final String TOKEN = "a-token-of-the-tests-and-of-nobody";

    @TempDir Path folder;

    private static McpSyncClient client(McpClientTransport transport) {
        var client =
                McpClient.sync(transport)
                        .requestTimeout(Duration.ofMinutes(2))
                        .initializationTimeout(Duration.ofMinutes(2))
                        .build();
        client.initialize();
        return client;
    }

    private static McpSyncClient overStdio(Place place) {
        var command = Served.command("-C", place.root.toString());
        return client(
                new StdioClientTransport(
                        ServerParameters.builder(command.getFirst())
                                .args(command.subList(1, command.size()))
                                .env(place.environment)
                                .build(),
                        McpJsonDefaults.getMapper()));
    }

    private static HttpServer served(Place place) {
        return McpServers.overHttp(
                McpCapabilities.forOperators(place.root, place.environment, System.err), 0, TOKEN);
    }

    private static McpSyncClient overHttp(HttpServer server, String token) {
        var address = server.address();
        return client(
                HttpClientStreamableHttpTransport.builder(address.resolve("/").toString())
                        .endpoint(address.getPath())
                        .requestBuilder(
                                HttpRequest.newBuilder().header("Authorization", "Bearer " + token))
                        .build());
    }

    private static McpSchema.CallToolResult call(
            McpSyncClient client, Map<String, Object> arguments) {
        return client.callTool(new McpSchema.CallToolRequest("manage_hitl_gate", arguments));
    }

    private static JsonNode document(McpSchema.CallToolResult result) {
        return Rpc.json(((McpSchema.TextContent) result.content().getFirst()).text());
    }

    /** List, refusals, approve, and the same again. */
    private static void walk(Place place, McpSyncClient client) {
        assertThat(client.listTools().tools())
                .extracting(McpSchema.Tool::name)
                .contains("manage_hitl_gate", "run_status", "run_log", "run_explain");
        var gate = document(call(client, Map.of("action", "list"))).path(0);
        assertThat(gate.path("gate_id").asString()).isEqualTo("planning");

        var before = place.foldline("log", "--json").out();
        for (var wrong :
                List.<Map<String, Object>>of(
                        Map.of("action", "approve"),
                        Map.of("action", "list", "more", 1),
                        Map.of("action", 1)))
            assertThat(document(call(client, wrong)).path("code").asString())
                    .isEqualTo("INVALID_INPUT");
        assertThat(
                        document(call(client, Map.of("action", "approve", "gate_id", "other")))
                                .path("message")
                                .asString())
                .isEqualTo("Unknown gate: other");
        assertThat(
                        document(call(client, Map.of("action", "reject", "gate_id", "planning")))
                                .path("code")
                                .asString())
                .isEqualTo("BLANK_FEEDBACK");
        assertThat(place.foldline("log", "--json").out()).isEqualTo(before);

        var approved =
                call(
                        client,
                        Map.of(
                                "action",
                                "approve",
                                "gate_id",
                                "planning",
                                "feedback",
                                "Approved",
                                "run",
                                gate.path("run").asString(),
                                "instance",
                                gate.path("instance").asString(),
                                "revision",
                                gate.path("revision").asLong(),
                                "tree",
                                gate.path("tree").asString()));
        assertThat(approved.isError()).isFalse();
        assertThat(approved.structuredContent())
                .isEqualTo(
                        Map.of("gate_id", "planning", "status", "resumed", "feedback", "Approved"));
        var again = call(client, Map.of("action", "approve", "gate_id", "planning"));
        assertThat(again.isError()).isTrue();
        assertThat(document(again).path("current_status").asString()).isEqualTo("approved");
        assertThat(call(client, Map.of("action", "list")).isError()).isFalse();
    }

    @Test
    void S4_06_S4_07_gates_are_listed_and_answered_over_stdio() throws Exception {
        var place = Place.gated(folder);
        try (var client = overStdio(place)) {
            walk(place, client);
        }
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    @Thorough
    void S4_06_S4_07_gates_are_listed_and_answered_over_http() throws Exception {
        var place = Place.gated(folder);
        try (var server = served(place)) {
            try (var client = overHttp(server, TOKEN)) {
                walk(place, client);
            }
        }
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void a_client_without_the_token_is_refused() throws Exception {
        try (var server = served(Place.gated(folder))) {
            assertThatThrownBy(() -> overHttp(server, "another-token-altogether"))
                    .isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void a_gate_is_answered_by_one_of_two_clients_that_approve_at_once() throws Exception {
        var place = Place.gated(folder);
        try (var server = served(place);
                var one = overHttp(server, TOKEN);
                var other = overHttp(server, TOKEN)) {
            var asked =
                    Stream.of(one, other)
                            .map(
                                    client ->
                                            CompletableFuture.supplyAsync(
                                                    () ->
                                                            document(
                                                                    call(
                                                                            client,
                                                                            Map.of(
                                                                                    "action",
                                                                                    "approve",
                                                                                    "gate_id",
                                                                                    "planning"))),
                                                    Thread::startVirtualThread))
                            .toList();
            var codes =
                    asked.stream()
                            .map(CompletableFuture::join)
                            .map(
                                    reported ->
                                            reported.path("status").asString("")
                                                    + reported.path("code").asString(""))
                            .toList();
            assertThat(codes).containsOnlyOnce("resumed");
            assertThat(codes).doesNotContain("BUG");
        }
        assertThat(
                        place.foldline("log", "--oneline")
                                .out()
                                .lines()
                                .filter(line -> line.contains("pproved"))
                                .count())
                .isEqualTo(1);
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
    }
}
