package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;

/**
 * The tools of MCP at the server's own port, spoken to by a client that knows nothing of the SDK.
 */
class McpAtServerTest extends ServerTestCase {
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"by-hand","version":"1"}}}\
            """;

    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.gated(folder);
    }

    private static HttpRequest.Builder post(HttpRequest.Builder asked, String message) {
        return asked.header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(BodyPublishers.ofString(message));
    }

    private HttpRequest.Builder stranger() {
        return HttpRequest.newBuilder(served.at("/mcp"));
    }

    /** Says hello and no more; the session's id. */
    private String openSession() {
        var reported = served.send(post(served.request("/mcp"), INITIALIZE));
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        return reported.header("Mcp-Session-Id");
    }

    /** Says hello; the session's id. */
    private String greeted() {
        var session = openSession();
        assertThat(
                        served.send(
                                        post(
                                                        served.request("/mcp"),
                                                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                                                .header("Mcp-Session-Id", session))
                                .status())
                .isEqualTo(202);
        return session;
    }

    private JsonNode called(String session, String arguments) {
        var reported =
                served.send(
                        post(
                                        served.request("/mcp"),
                                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"manage_hitl_gate\",\"arguments\":"
                                                + arguments
                                                + "}}")
                                .header("Mcp-Session-Id", session));
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        var answer =
                reported.text()
                        .lines()
                        .filter(line -> line.startsWith("data:"))
                        .findFirst()
                        .orElseThrow()
                        .substring("data:".length());
        return JsonMapper.shared()
                .readTree(
                        JsonMapper.shared()
                                .readTree(answer)
                                .get("result")
                                .get("content")
                                .get(0)
                                .get("text")
                                .asString());
    }

    @Test
    void S4_07_gates_are_listed_and_answered_at_the_port_of_the_dashboard() {
        var session = greeted();
        assertThat(called(session, "{\"action\":\"list\"}").get(0))
                .isEqualTo(served.get("/api/gates").json().get("gates").get(0));
        assertThat(
                        called(session, "{\"action\":\"approve\",\"gate_id\":\"planning\"}")
                                .get("status")
                                .asString())
                .isEqualTo("resumed");
        assertThat(served.get("/api/gates").json().get("gates")).isEmpty();
    }

    private TestServer.Response listTools(String session) {
        return served.send(
                post(
                                served.request("/mcp"),
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
                        .header("Mcp-Session-Id", session));
    }

    private void bounded(ServerLimits bounds) throws Exception {
        served.close();
        served = TestServer.at(place, bounds);
    }

    @Test
    void a_session_beyond_the_limit_ends_the_one_that_was_idle_longest() throws Exception {
        bounded(ServerLimits.DEFAULT.with(new ServerLimits.Sessions(2, Duration.ofHours(1))));
        var first = greeted();
        var second = greeted();
        assertThat(listTools(first).status()).isEqualTo(200);
        var third = greeted();
        assertThat(listTools(second).status())
                .as("it is told that it has to begin anew")
                .isEqualTo(404);
        assertThat(listTools(first).status()).isEqualTo(200);
        assertThat(listTools(third).status()).isEqualTo(200);
    }

    @Test
    void a_session_that_asks_nothing_is_ended() throws Exception {
        bounded(ServerLimits.DEFAULT.with(new ServerLimits.Sessions(2, Duration.ofMillis(20))));
        // It may be ended before it can say anything more.
        var session = openSession();
        CliFixture.until(
                "it has ended",
                () -> {
                    Thread.sleep(100);
                    return listTools(session).status() == 404;
                },
                () -> true);
    }

    @Test
    void a_message_beyond_the_body_limit_is_refused() {
        var tooLong = "x".repeat(ServerLimits.DEFAULT.bodyBytesMax());
        assertThat(
                        served.send(
                                        post(
                                                served.request("/mcp"),
                                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\""
                                                        + tooLong
                                                        + "\"}"))
                                .status())
                .isEqualTo(413);
    }

    @Test
    void a_client_is_admitted_only_with_the_token_and_not_from_a_foreign_page() {
        assertThat(served.send(post(stranger(), INITIALIZE)).status()).isEqualTo(401);
        assertThat(
                        served.send(
                                        post(
                                                stranger()
                                                        .header(
                                                                "Authorization",
                                                                "Bearer " + TestServer.TOKEN + "x"),
                                                INITIALIZE))
                                .status())
                .isEqualTo(401);
        var cookie =
                served.send(
                                HttpRequest.newBuilder(
                                        java.net.URI.create(served.service.invitation())))
                        .header("Set-Cookie")
                        .split(";")[0];
        assertThat(served.send(post(stranger().header("Cookie", cookie), INITIALIZE)).status())
                .as("clients have no logins")
                .isEqualTo(401);
        assertThat(
                        served.send(
                                        post(
                                                served.request("/mcp")
                                                        .header("Origin", "http://example.org"),
                                                INITIALIZE))
                                .status())
                .isEqualTo(403);
        assertThat(
                        served.send(
                                        post(
                                                served.request("/mcp")
                                                        .header(
                                                                "Origin",
                                                                "http://localhost:"
                                                                        + served.port()),
                                                INITIALIZE))
                                .status())
                .isEqualTo(200);
        assertThat(served.send(post(served.request("/mcp/more"), INITIALIZE)).status())
                .isEqualTo(404);
    }
}
