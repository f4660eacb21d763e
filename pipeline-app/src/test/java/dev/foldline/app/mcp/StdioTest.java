package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.stream.IntStream;

/** The server on standard input and output, spoken to by a client that is not the SDK's. */
class StdioTest {
    @TempDir Path folder;

    @Test
    void a_client_that_hangs_up_during_a_call_leaves_it_done_or_undone_and_the_server_ends()
            throws Exception {
        var place = CliFixture.gated(folder);
        try (var server = McpProcess.at(place)) {
            server.writeLines(JsonRpcClient.INITIALIZE);
            server.readLine();
            server.writeLines(
                    JsonRpcClient.INITIALIZED,
                    JsonRpcClient.call(
                            1,
                            "manage_hitl_gate",
                            "{\"action\":\"approve\",\"gate_id\":\"planning\"}"));
            server.out().close();
            assertThat(server.hangUp()).isZero();
        }
        assertThat(place.foldline("gates").out()).isEqualTo("No open gates.\n");
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
        assertThat(place.foldline("resume").exit()).isZero();
    }

    @Test
    void a_client_that_hangs_up_in_the_middle_of_a_line_has_changed_nothing() throws Exception {
        var place = CliFixture.gated(folder);
        var before = place.foldline("log", "--json").out();
        var call =
                JsonRpcClient.call(
                        1, "manage_hitl_gate", "{\"action\":\"approve\",\"gate_id\":\"planning\"}");
        var reported =
                place.typing(
                        JsonRpcClient.INITIALIZE
                                + "\n"
                                + JsonRpcClient.INITIALIZED
                                + "\n"
                                + call.substring(0, call.length() - 2),
                        "mcp");
        assertThat(reported.exit()).isZero();
        assertThat(place.foldline("log", "--json").out()).isEqualTo(before);
    }

    @Test
    void lines_that_are_not_messages_are_answered_and_the_server_continues() throws Exception {
        var place = CliFixture.gated(folder);
        var reported =
                place.typing(
                        JsonRpcClient.talk(
                                "this is no JSON",
                                "{\"half\":",
                                "[1,2]",
                                "7",
                                "",
                                "{\"jsonrpc\":\"2.0\"}",
                                "\u0000\u0001",
                                JsonRpcClient.call(1, "manage_hitl_gate", "{\"action\":\"list\"}")),
                        "mcp");
        assertThat(reported.exit()).isZero();
        assertThat(JsonRpcClient.content(JsonRpcClient.answers(reported.out()).get(1)).size())
                .isEqualTo(1);
        assertThat(JsonRpcClient.answers(reported.out()).get(-1).path("error").path("code").asInt())
                .isEqualTo(-32700);
    }

    @Test
    void each_of_many_concurrent_calls_is_answered() throws Exception {
        var calls =
                IntStream.rangeClosed(1, 100)
                        .mapToObj(id -> JsonRpcClient.request(id, "tools/list", "{}"))
                        .toArray(String[]::new);
        var reported = CliFixture.ready(folder).typing(JsonRpcClient.talk(calls), "mcp");
        assertThat(reported.exit()).isZero();
        assertThat(JsonRpcClient.answers(reported.out()).byRequest()).hasSize(101);
    }

    @Test
    void a_call_without_its_parameters_is_answered_without_internal_details() throws Exception {
        var reported =
                CliFixture.ready(folder)
                        .typing(
                                JsonRpcClient.talk(
                                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}"),
                                "mcp");
        assertThat(JsonRpcClient.answers(reported.out()).get(1).path("error").path("code").asInt())
                .isEqualTo(-32602);
        assertThat(reported.out()).doesNotContain("McpSchema");
    }

    @Test
    void a_line_without_end_is_refused_and_fills_no_memory() throws Exception {
        var place = CliFixture.gated(folder);
        var reported =
                place.typing(
                        JsonRpcClient.talk(
                                "x".repeat(StdioTransport.LINE_BYTES_MAX + 1),
                                JsonRpcClient.call(1, "run_status", "{}")),
                        "mcp");
        assertThat(
                        JsonRpcClient.answers(reported.out())
                                .get(-1)
                                .path("error")
                                .path("message")
                                .asString())
                .contains("longer than");
        assertThat(
                        JsonRpcClient.content(JsonRpcClient.answers(reported.out()).get(1))
                                .path("reason")
                                .asString())
                .isEqualTo("waiting_for_approval");
    }

    @Test
    void a_request_before_the_handshake_changes_nothing_and_does_not_keep_the_server_alive()
            throws Exception {
        var place = CliFixture.gated(folder);
        var before = place.foldline("log", "--json").out();
        var reported =
                place.typing(
                        JsonRpcClient.call(
                                        1,
                                        "manage_hitl_gate",
                                        "{\"action\":\"approve\",\"gate_id\":\"planning\"}")
                                + "\n",
                        "mcp");
        assertThat(reported.exit()).isZero();
        assertThat(place.foldline("log", "--json").out()).isEqualTo(before);
    }

    @Test
    void the_end_of_a_log_is_reported() throws Exception {
        var place = CliFixture.gated(folder);
        int events = (int) place.foldline("log", "--json").out().lines().count();
        var reported =
                JsonRpcClient.answers(
                        place.typing(
                                        JsonRpcClient.talk(
                                                JsonRpcClient.call(1, "run_log", "{\"limit\":500}"),
                                                JsonRpcClient.call(
                                                        2, "run_log", "{\"after\":" + events + "}"),
                                                JsonRpcClient.call(
                                                        3,
                                                        "run_log",
                                                        "{\"after\":"
                                                                + (events - 1)
                                                                + ",\"limit\":1}")),
                                        "mcp")
                                .out());
        assertThat(JsonRpcClient.content(reported.get(1)).path("events").size()).isEqualTo(events);
        for (int id : new int[] {1, 2, 3})
            assertThat(JsonRpcClient.content(reported.get(id)).path("next_after").isNull())
                    .as("answer " + id)
                    .isTrue();
        assertThat(JsonRpcClient.content(reported.get(2)).path("events").size()).isZero();
    }
}
