package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.RequestAuthenticator;
import dev.foldline.app.user.UserRegistry;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A call of {@code submit_work} that takes long: its progress is reported, and its client can stop
 * waiting for it.
 */
class LongCallTest {
    private static final String TOKEN = "a-token-of-the-tests-and-of-nobody";
    private static final String CANCELLED = "notifications/cancelled";

    @TempDir Path folder;

    /**
     * A step whose test begins with the file {@code begun} and ends when there is a file {@code
     * go}, both in the test's folder.
     */
    private CliFixture place() throws Exception {
        return CliFixture.ready(folder)
                .configured("checks: []\ntdd: { preflight: [\"true\"] }\n")
                .write("ORCHESTRATION_STATE.json", "{\"status\": \"EXECUTING_TDD\"}")
                .write("PLAN.md", "- a feature\n")
                .write(
                        "ACTIVE_PR.json",
                        """
                        {"masterPlanPath": "PLAN.md", "prTitle": "feat: it", "summary": "what", "verificationPlan": "how", "tasks": [
                          {"taskName": "One", "status": "IN_PROGRESS", "tdd_steps": [
                            {"type": "RED", "description": "test it", "status": "DONE"}, {"type": "GREEN", "description": "do it", "status": "TODO"},
                            {"type": "REFACTOR", "description": "tidy up", "status": "TODO"}]}]}\
                        """);
    }

    private Map<String, Object> work() {
        return Map.of(
                "test_command",
                "touch '"
                        + startRun()
                        + "'; while [ ! -e '"
                        + folder.resolve("go")
                        + "' ]; do sleep 0.05; done",
                "expectation",
                "PASS",
                "request_id",
                "one");
    }

    private Path startRun() {
        return folder.resolve("begun");
    }

    private void awaitBegun() throws Exception {
        CliFixture.until("its test runs", () -> Files.exists(startRun()), () -> true);
    }

    private void letItEnd() throws Exception {
        Files.createFile(folder.resolve("go"));
    }

    private static McpSyncClient client(
            McpClientTransport transport, BlockingQueue<McpSchema.ProgressNotification> progress) {
        var client =
                McpClient.sync(transport)
                        .requestTimeout(Duration.ofMinutes(2))
                        .initializationTimeout(Duration.ofMinutes(2))
                        .progressConsumer(progress::add)
                        .build();
        client.initialize();
        return client;
    }

    private static HttpServer serve(CliFixture place) {
        return McpServers.overHttp(
                McpCapabilities.forWorkers(place.root, place.environment, System.err),
                0,
                new RequestAuthenticator(TOKEN, UserRegistry.none()));
    }

    private static McpClientTransport overHttp(URI address) {
        return HttpClientStreamableHttpTransport.builder(address.resolve("/").toString())
                .endpoint(address.getPath())
                .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + TOKEN))
                .build();
    }

    /** Its test runs while the client hears of it; then it ends. */
    private void progress(McpClientTransport transport) throws Exception {
        var received = new LinkedBlockingQueue<McpSchema.ProgressNotification>();
        try (var client = client(transport, received)) {
            var answer =
                    CompletableFuture.supplyAsync(
                            () ->
                                    client.callTool(
                                            new McpSchema.CallToolRequest(
                                                    "submit_work",
                                                    work(),
                                                    Map.of("progressToken", "mine"))),
                            Thread::startVirtualThread);
            var first = received.poll(2, TimeUnit.MINUTES);
            assertThat(first).isNotNull();
            assertThat(first.progressToken()).isEqualTo("mine");
            assertThat(first.message()).isNotBlank();
            awaitBegun();
            assertThat(answer).isNotDone();
            var next = first;
            while (!next.message().matches("the check .* for \\d+ s")) {
                next = received.poll(2, TimeUnit.MINUTES);
                assertThat(next).as("while the test runs").isNotNull();
                assertThat(next.progress()).as("it increases").isGreaterThan(first.progress());
                first = next;
            }
            letItEnd();
            assertThat(answer.get().isError()).as(answer.get().toString()).isFalse();
        }
    }

    @Test
    void the_progress_of_a_call_is_reported_over_http() throws Exception {
        try (var server = serve(place())) {
            progress(overHttp(server.address()));
        }
    }

    private String submission(int id) throws Exception {
        return JsonRpcClient.request(
                id,
                "tools/call",
                "{\"name\":\"submit_work\",\"arguments\":"
                        + McpJsonDefaults.getMapper().writeValueAsString(work())
                        + ",\"_meta\":{\"progressToken\":7}}");
    }

    private static String cancellation(int id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\""
                + CANCELLED
                + "\",\"params\":{\"requestId\":"
                + id
                + ",\"reason\":\"no longer needed\"}}";
    }

    /** The next thing it says that is no progress. */
    private static String answer(McpProcess server) throws Exception {
        var line = server.readLine();
        while (line.contains("notifications/progress")) line = server.readLine();
        return line;
    }

    @Test
    void a_client_that_cancels_over_stdio_stops_waiting_and_its_work_continues() throws Exception {
        var place = place();
        try (var server = McpProcess.at(place, "--as", "agent")) {
            server.writeLines(JsonRpcClient.INITIALIZE);
            server.readLine();
            server.writeLines(JsonRpcClient.INITIALIZED, submission(1));
            awaitBegun();
            server.writeLines(cancellation(1), JsonRpcClient.request(2, "ping", "{}"));
            assertThat(JsonRpcClient.json(answer(server)).path("id").asInt()).isEqualTo(2);
            letItEnd();
            server.writeLines(submission(3));
            var again = JsonRpcClient.json(answer(server));
            assertThat(again.path("id").asInt())
                    .as("the cancelled call is not answered")
                    .isEqualTo(3);
            assertThat(JsonRpcClient.content(again).path("instruction").asString())
                    .startsWith("VERIFIED");
            assertThat(server.hangUp()).isZero();
        }
        assertThat(place.foldline("log", "--json").out().split("\"request_?[iI]d\":\"one\"", -1))
                .as("it was carried out once")
                .hasSize(2);
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
    }

    @Test
    void work_that_its_client_cancelled_is_brought_to_its_end_before_the_server_ends()
            throws Exception {
        var place = place();
        try (var server = McpProcess.at(place, "--as", "agent")) {
            server.writeLines(JsonRpcClient.INITIALIZE);
            server.readLine();
            server.writeLines(JsonRpcClient.INITIALIZED, submission(1));
            awaitBegun();
            server.writeLines(cancellation(1));
            server.process().getOutputStream().close();
            letItEnd();
            assertThat(server.hangUp()).isZero();
        }
        assertThat(place.read("ACTIVE_PR.json")).contains("DONE").containsPattern("do it[^}]*DONE");
    }

    @Test
    void a_call_that_is_cancelled_before_its_turn_changes_nothing() throws Exception {
        var place = place();
        try (var server = McpProcess.at(place, "--as", "agent")) {
            server.writeLines(JsonRpcClient.INITIALIZE);
            server.readLine();
            server.writeLines(JsonRpcClient.INITIALIZED, submission(1));
            awaitBegun();
            server.writeLines(
                    JsonRpcClient.call(2, "request_scope_reduction", "{\"request_id\":\"two\"}"),
                    cancellation(2),
                    cancellation(99),
                    JsonRpcClient.request(3, "ping", "{}"));
            assertThat(JsonRpcClient.json(answer(server)).path("id").asInt()).isEqualTo(3);
            letItEnd();
            assertThat(JsonRpcClient.json(answer(server)).path("id").asInt()).isEqualTo(1);
            assertThat(server.hangUp()).isZero();
        }
        assertThat(place.foldline("log", "--json").out())
                .contains("\"one\"")
                .doesNotContain("\"two\"");
    }
}
