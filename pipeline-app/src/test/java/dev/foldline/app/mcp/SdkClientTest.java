package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.RequestAuthenticator;
import dev.foldline.app.user.UserRegistry;

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
import tools.jackson.databind.json.JsonMapper;

import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
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

    private static McpSyncClient overStdio(CliFixture place) {
        var command = McpProcess.command("-C", place.root.toString());
        return client(
                new StdioClientTransport(
                        ServerParameters.builder(command.getFirst())
                                .args(command.subList(1, command.size()))
                                .env(place.environment)
                                .build(),
                        McpJsonDefaults.getMapper()));
    }

    private static HttpServer serve(CliFixture place) {
        return McpServers.overHttp(
                McpCapabilities.forOperators(place.root, place.environment, System.err),
                0,
                new RequestAuthenticator(TOKEN, UserRegistry.none()));
    }

    private static McpSyncClient overHttp(HttpServer server, String token) {
        return client(transport(server, token));
    }

    private static McpClientTransport transport(HttpServer server, String token) {
        var address = server.address();
        return HttpClientStreamableHttpTransport.builder(address.resolve("/").toString())
                .endpoint(address.getPath())
                .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + token))
                .build();
    }

    private static McpSchema.CallToolResult call(
            McpSyncClient client, Map<String, Object> arguments) {
        return client.callTool(new McpSchema.CallToolRequest("manage_hitl_gate", arguments));
    }

    private static JsonNode document(McpSchema.CallToolResult result) {
        return result.structuredContent() == null
                ? JsonRpcClient.json(((McpSchema.TextContent) result.content().getFirst()).text())
                : JsonMapper.shared().valueToTree(result.structuredContent());
    }

    /** List, refusals, approve, and the same again. */
    private static void walk(CliFixture place, McpSyncClient client) {
        assertThat(client.listTools().tools())
                .extracting(McpSchema.Tool::name)
                .contains("manage_hitl_gate", "run_status", "run_log", "run_explain");
        assertWholeJob(client);
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

    /** What a client needs besides the gates: hints, resources, prompts and waiting. */
    private static void assertWholeJob(McpSyncClient client) {
        var tools = client.listTools().tools();
        assertThat(tools)
                .allSatisfy(tool -> assertThat(tool.title()).isNotBlank())
                .filteredOn(tool -> tool.annotations().destructiveHint())
                .extracting(McpSchema.Tool::name)
                .contains("run_cancel", "workflow_cancel", "gc")
                .doesNotContain("run_status", "run_pause");
        assertThat(tools)
                .filteredOn(tool -> tool.name().equals("run_status"))
                .allSatisfy(tool -> assertThat(tool.outputSchema()).containsKey("properties"));
        assertThat(
                        client.callTool(
                                        new McpSchema.CallToolRequest(
                                                "wait_for", Map.of("until", "gate")))
                                .structuredContent())
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("reached", "gate");
        assertThat(client.listResourceTemplates().resourceTemplates())
                .extracting(McpSchema.ResourceTemplate::uriTemplate)
                .contains("foldline://runs/{run}/status", "foldline://runs/{run}/commits");
        assertThat(resource(client, "foldline://runs/@/status").path("reason").asString())
                .isEqualTo("waiting_for_approval");
        assertThat(resource(client, "foldline://gates").path("gates")).hasSize(1);
        assertThatThrownBy(() -> resource(client, "foldline://runs/rzz/status"))
                .hasMessageContaining("no run of this repository begins with 'rzz'");
        var prompt =
                client.getPrompt(
                        new McpSchema.GetPromptRequest(
                                "hand_over_task", Map.of("task", "Add a flag")));
        assertThat(((McpSchema.TextContent) prompt.messages().getFirst().content()).text())
                .contains("run_start", "wait_for", "gate_resolve")
                .endsWith("Add a flag");
    }

    private static JsonNode resource(McpSyncClient client, String uri) {
        var read = client.readResource(new McpSchema.ReadResourceRequest(uri));
        return JsonRpcClient.json(
                ((McpSchema.TextResourceContents) read.contents().getFirst()).text());
    }

    @Test
    void S4_06_S4_07_gates_are_listed_and_answered_over_stdio() throws Exception {
        var place = CliFixture.gated(folder);
        try (var client = overStdio(place)) {
            walk(place, client);
        }
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void a_client_needs_the_token_and_asks_its_user_before_it_resolves_a_gate() throws Exception {
        var place = CliFixture.gated(folder);
        var answers = new ArrayDeque<>(List.of(false, true));
        var questions = new ArrayList<String>();
        try (var server = serve(place)) {
            assertThatThrownBy(() -> overHttp(server, "another-token-altogether"))
                    .isInstanceOf(RuntimeException.class);
            try (var client =
                    McpClient.sync(transport(server, TOKEN))
                            .requestTimeout(Duration.ofMinutes(2))
                            .capabilities(
                                    McpSchema.ClientCapabilities.builder().elicitation().build())
                            .elicitation(
                                    question -> {
                                        questions.add(question.message());
                                        return new McpSchema.ElicitResult(
                                                McpSchema.ElicitResult.Action.ACCEPT,
                                                Map.of("confirm", answers.remove()));
                                    })
                            .build()) {
                client.initialize();
                var gate = resource(client, "foldline://gates").path("gates").path(0);
                var approval =
                        new McpSchema.CallToolRequest(
                                "gate_resolve",
                                Map.of(
                                        "action",
                                        "approve",
                                        "gate_id",
                                        "planning",
                                        "run",
                                        gate.path("run").asString(),
                                        "instance",
                                        gate.path("instance").asString(),
                                        "revision",
                                        gate.path("revision").asLong(),
                                        "tree",
                                        gate.path("tree").asString()));
                assertThat(document(client.callTool(approval)).path("code").asString())
                        .isEqualTo("DECLINED");
                assertThat(document(client.callTool(approval)).path("status").asString())
                        .isEqualTo("resumed");
                assertThat(questions)
                        .hasSize(2)
                        .allSatisfy(
                                question ->
                                        assertThat(question)
                                                .startsWith("Approve gate planning of run r"));
            }
        }
    }

    @Test
    void a_gate_is_answered_by_one_of_two_clients_that_approve_at_once() throws Exception {
        var place = CliFixture.gated(folder);
        try (var server = serve(place);
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
