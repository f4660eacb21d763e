package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.RequestAuthenticator;
import dev.foldline.app.user.UserRegistry;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The server over HTTP, spoken to by a client that is not the SDK's. */
class HttpTest {
    private static final String TOKEN = "a-token-of-the-tests-and-of-nobody";

    @TempDir static Path shared;

    /** Serves a repository without runs; no test changes it. */
    private static HttpServer server;

    @TempDir Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void the_server_starts() throws Exception {
        server = serve(CliFixture.ready(shared));
    }

    private static HttpServer serve(CliFixture place) {
        return McpServers.overHttp(
                McpCapabilities.forOperators(place.root, place.environment, System.err),
                0,
                new RequestAuthenticator(TOKEN, UserRegistry.none()));
    }

    @AfterAll
    static void the_server_closes() {
        server.close();
    }

    private static HttpRequest.Builder post(URI address, String token, String message) {
        return HttpRequest.newBuilder(address)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(message));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Says hello, and gives the session's id. */
    private String greet(URI address, String token) throws Exception {
        var greeting = send(post(address, token, JsonRpcClient.INITIALIZE));
        assertThat(greeting.statusCode()).as(greeting.body()).isEqualTo(200);
        var session = greeting.headers().firstValue("Mcp-Session-Id").orElseThrow();
        assertThat(
                        send(post(address, token, JsonRpcClient.INITIALIZED)
                                        .header("Mcp-Session-Id", session))
                                .statusCode())
                .isEqualTo(202);
        return session;
    }

    private JsonNode call(URI address, String token, String session, String arguments)
            throws Exception {
        var answer =
                send(
                        post(address, token, JsonRpcClient.call(1, "manage_hitl_gate", arguments))
                                .header("Mcp-Session-Id", session));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonRpcClient.json(
                answer.body()
                        .lines()
                        .filter(line -> line.startsWith("data:"))
                        .map(line -> line.substring("data:".length()))
                        .findFirst()
                        .orElse(answer.body()));
    }

    @Test
    void S4_07_the_command_shows_its_address_and_token_and_gates_are_answered_there()
            throws Exception {
        var place = CliFixture.gated(folder);
        try (var server = McpProcess.at(place, "--http", "--json")) {
            var shown = JsonRpcClient.json(server.readLine());
            assertThat(shown.path("schema").asString()).isEqualTo("foldline.mcp/1");
            var address = URI.create(shown.path("url").asString());
            var token = shown.path("token").asString();
            var session = greet(address, token);
            assertThat(
                            JsonRpcClient.content(
                                            call(address, token, session, "{\"action\":\"list\"}"))
                                    .path(0)
                                    .path("gate_id")
                                    .asString())
                    .isEqualTo("planning");
            assertThat(
                            JsonRpcClient.refused(
                                            call(
                                                    address,
                                                    token,
                                                    session,
                                                    "{\"action\":\"approve\"}"))
                                    .path("code")
                                    .asString())
                    .isEqualTo("INVALID_INPUT");
            assertThat(
                            JsonRpcClient.content(
                                            call(
                                                    address,
                                                    token,
                                                    session,
                                                    "{\"action\":\"approve\",\"gate_id\":\"planning\"}"))
                                    .path("status")
                                    .asString())
                    .isEqualTo("resumed");
            assertThat(place.foldline("log", "--json").out())
                    .contains(
                            "\"channel\":\"mcp\",\"processes\":[\""
                                    + ProcessHandle.current().pid()
                                    + " java\"");
        }
        assertThat(place.foldline("resume").exit()).isZero();
    }

    @Test
    void a_token_that_was_given_is_not_shown() throws Exception {
        var place = CliFixture.ready(folder);
        place.environment.put("FOLDLINE_MCP_TOKEN", TOKEN);
        try (var server = McpProcess.at(place, "--http")) {
            var address = server.readLine();
            assertThat(address).matches("http://127\\.0\\.0\\.1:\\d+/mcp");
            greet(URI.create(address), TOKEN);
            server.process().toHandle().destroy();
            assertThat(server.out().readLine()).isNull();
            assertThat(server.process().waitFor()).as("told to go, it goes").isEqualTo(143);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer a-token-of-the-tests-and-of-nobod",
                "bearer a-token-of-the-tests-and-of-nobodyx",
                "Basic YTpi"
            })
    void a_request_without_the_token_is_refused(String authorization) throws Exception {
        for (var method : new String[] {"GET", "POST", "DELETE", "OPTIONS"}) {
            var request =
                    HttpRequest.newBuilder(server.address())
                            .method(
                                    method,
                                    HttpRequest.BodyPublishers.ofString(JsonRpcClient.INITIALIZE));
            if (!authorization.isEmpty()) request.header("Authorization", authorization);
            var refused = send(request);
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
            assertThat(refused.headers().firstValue("Mcp-Session-Id")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.org",
                "https://127.0.0.1",
                "null",
                "http://127.0.0.1",
                "http://127.0.0.1.example.org:80",
                "file://"
            })
    void a_page_of_another_origin_is_refused(String origin) throws Exception {
        assertThat(
                        send(post(server.address(), TOKEN, JsonRpcClient.INITIALIZE)
                                        .header("Origin", origin))
                                .statusCode())
                .isEqualTo(403);
        var own = "http://localhost:" + server.address().getPort();
        assertThat(
                        send(post(server.address(), TOKEN, JsonRpcClient.INITIALIZE)
                                        .header("Origin", own))
                                .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.org",
                "example.org:%d",
                "127.0.0.1",
                "127.0.0.1:1",
                "localhost.example.org:%d"
            })
    void another_name_for_this_machine_is_refused(String host) throws Exception {
        int port = server.address().getPort();
        assertThat(raw(port, host.formatted(port), JsonRpcClient.INITIALIZE))
                .startsWith("HTTP/1.1 403");
        assertThat(raw(port, "localhost:" + port, JsonRpcClient.INITIALIZE))
                .startsWith("HTTP/1.1 200");
    }

    /** Written by hand, since no client lets one choose the host. */
    private static String raw(int port, String host, String body) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(
                            ("POST /mcp HTTP/1.1\r\nHost: "
                                            + host
                                            + "\r\nConnection: close\r\nAuthorization: Bearer "
                                            + TOKEN
                                            + "\r\n"
                                            + "Content-Type: application/json\r\n"
                                            + "Accept: application/json, text/event-stream\r\n"
                                            + "Content-Length: "
                                            + body.length()
                                            + "\r\n\r\n"
                                            + body)
                                    .getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_body_beyond_the_limit_is_refused() throws Exception {
        var session = greet(server.address(), TOKEN);
        var answer =
                send(
                        post(
                                        server.address(),
                                        TOKEN,
                                        JsonRpcClient.call(
                                                1,
                                                "run_status",
                                                "{\"run\":\""
                                                        + "x".repeat(StdioTransport.LINE_BYTES_MAX)
                                                        + "\"}"))
                                .header("Mcp-Session-Id", session));
        assertThat(answer.statusCode()).isBetween(400, 499);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\"}                          "
                        + "                                                   | -32602 | 5",
                "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":[1]}       "
                        + "                                                   | -32602 | \"a\"",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"manage_hitl_gate\",\"arguments\":[\"approve\"]}}"
                    + "       | -32602 | 7",
                "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"initialize\"}                          "
                        + "                                                   | -32602 | 8",
                "this is no JSON                                                                   "
                        + "                                           | -32700 | null",
                "[]                                                                                "
                        + "                                           | -32700 | null"
            })
    void a_message_the_sdk_cannot_answer_gets_an_error_without_internal_details(
            String message, int code, String id) throws Exception {
        var session = greet(server.address(), TOKEN);
        for (var request :
                List.of(
                        post(server.address(), TOKEN, message).header("Mcp-Session-Id", session),
                        post(server.address(), TOKEN, message))) {
            var answer = send(request);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(JsonRpcClient.json(answer.body()).path("error").path("code").asInt())
                    .isEqualTo(code);
            assertThat(JsonRpcClient.json(answer.body()).path("id"))
                    .isEqualTo(JsonRpcClient.json(id));
            assertThat(answer.body()).doesNotContain("stackTrace", "io.modelcontextprotocol");
        }
    }

    @Test
    void a_missing_session_is_reported_without_internal_details() throws Exception {
        for (var request :
                List.of(
                        post(server.address(), TOKEN, JsonRpcClient.call(1, "run_status", "{}")),
                        post(server.address(), TOKEN, JsonRpcClient.call(1, "run_status", "{}"))
                                .header("Mcp-Session-Id", "none"),
                        post(server.address(), TOKEN, "")
                                .method("DELETE", HttpRequest.BodyPublishers.noBody()),
                        post(server.address(), TOKEN, "").GET())) {
            var answer = send(request);
            assertThat(answer.statusCode()).isBetween(400, 404);
            assertThat(JsonRpcClient.json(answer.body()).path("error").path("message").asString())
                    .isNotBlank();
            assertThat(answer.body()).doesNotContain("stackTrace", "io.modelcontextprotocol");
        }
    }

    @Test
    void a_client_that_hangs_up_in_the_middle_of_a_call_does_not_hurt_the_next_one()
            throws Exception {
        var place = CliFixture.gated(folder);
        try (var server = serve(place)) {
            var session = greet(server.address(), TOKEN);
            var body =
                    JsonRpcClient.call(
                            1,
                            "manage_hitl_gate",
                            "{\"action\":\"approve\",\"gate_id\":\"planning\"}");
            int port = server.address().getPort();
            hangUpAfter(port, session, body, body.length());
            hangUpAfter(port, session, body, body.length() - 3);
            assertThat(
                            JsonRpcClient.answers(
                                            call(
                                                            server.address(),
                                                            TOKEN,
                                                            greet(server.address(), TOKEN),
                                                            "{\"action\":\"list\"}")
                                                    .toString())
                                    .get(1)
                                    .has("result"))
                    .isTrue();
        }
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
        place.foldline("approve");
        assertThat(place.foldline("resume").exit()).as("done or undone, the run goes on").isZero();
        assertThat(
                        place.foldline("log", "--oneline")
                                .out()
                                .lines()
                                .filter(line -> line.contains("pproved"))
                                .count())
                .isEqualTo(1);
    }

    private static void hangUpAfter(int port, String session, String body, int bytes)
            throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(
                            ("POST /mcp HTTP/1.1\r\nHost: localhost:"
                                            + port
                                            + "\r\nAuthorization: Bearer "
                                            + TOKEN
                                            + "\r\nMcp-Session-Id: "
                                            + session
                                            + "\r\n"
                                            + "Content-Type: application/json\r\n"
                                            + "Accept: application/json, text/event-stream\r\n"
                                            + "Content-Length: "
                                            + body.length()
                                            + "\r\n\r\n"
                                            + body.substring(0, bytes))
                                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void a_server_that_cannot_start_reports_why() throws Exception {
        var place = CliFixture.ready(folder);
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var reported =
                    place.foldline(
                            "mcp", "--http", "--port", Integer.toString(taken.getLocalPort()));
            assertThat(reported.exit()).isEqualTo(1);
            assertThat(reported.err())
                    .contains("port " + taken.getLocalPort() + " cannot be listened on");
        }
        assertThat(place.foldline("mcp", "--port", "80").err()).contains("--port requires --http");
        assertThat(place.foldline("mcp", "--http", "--port", "70000").err())
                .contains("invalid port 70000");
        assertThat(place.foldline("mcp", "--http", "--as", "agent").err())
                .contains("standard input and output only");
        place.environment.put("FOLDLINE_MCP_TOKEN", "short");
        var reported = place.foldline("mcp", "--http");
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.all())
                .contains("FOLDLINE_MCP_TOKEN must have 16 to 512")
                .doesNotContain("short");
    }

    @Test
    void an_unsupported_protocol_version_is_refused_with_the_supported_ones() throws Exception {
        var session = greet(server.address(), TOKEN);
        var list = JsonRpcClient.request(1, "tools/list", "{}");
        for (var unknown : new String[] {"1900-01-01", "x", ""}) {
            var answer =
                    send(
                            post(server.address(), TOKEN, list)
                                    .header("Mcp-Session-Id", session)
                                    .header("MCP-Protocol-Version", unknown));
            assertThat(answer.statusCode()).as(unknown).isEqualTo(400);
            assertThat(JsonRpcClient.json(answer.body()).path("error").path("message").asString())
                    .contains("MCP-Protocol-Version is not supported", "2025-06-18");
        }
        assertThat(
                        send(post(server.address(), TOKEN, list)
                                        .header("Mcp-Session-Id", session)
                                        .header("MCP-Protocol-Version", "2025-06-18"))
                                .statusCode())
                .isEqualTo(200);
    }

    @Test
    void an_unknown_tool_is_reported_with_the_existing_ones() throws Exception {
        var answer =
                send(
                        post(server.address(), TOKEN, JsonRpcClient.call(1, "nosuch", "{}"))
                                .header("Mcp-Session-Id", greet(server.address(), TOKEN)));
        assertThat(answer.statusCode()).isEqualTo(200);
        var error = JsonRpcClient.json(answer.body()).path("error");
        assertThat(error.path("code").asInt()).isEqualTo(-32602);
        assertThat(error.path("message").asString())
                .startsWith("Unknown tool: nosuch; there is manage_hitl_gate, ")
                .contains("run_status");
    }
}
