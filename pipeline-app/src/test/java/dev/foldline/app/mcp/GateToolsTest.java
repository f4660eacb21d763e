package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/** What an operator can do at gates, asked for in lines that were written by hand. */
class GateToolsTest {
    @TempDir Path folder;

    private static JsonNode call(CliFixture place, String tool, String arguments) {
        var reported =
                place.typing(JsonRpcClient.talk(JsonRpcClient.call(1, tool, arguments)), "mcp");
        assertThat(reported.exit()).as(reported.all()).isZero();
        return JsonRpcClient.answers(reported.out()).get(1);
    }

    private static JsonNode manage(CliFixture place, String arguments) {
        return call(place, "manage_hitl_gate", arguments);
    }

    private static String log(CliFixture place) {
        return place.foldline("log", "--json").out();
    }

    @Test
    void an_operator_is_offered_gates_and_run_queries() throws Exception {
        var reported =
                CliFixture.ready(folder)
                        .typing(
                                JsonRpcClient.talk(JsonRpcClient.request(1, "tools/list", "{}")),
                                "mcp");
        assertThat(JsonRpcClient.names(JsonRpcClient.answers(reported.out()).get(1)))
                .contains(
                        "manage_hitl_gate",
                        "run_try_now",
                        "freeze_run",
                        "run_status",
                        "run_log",
                        "run_explain")
                .doesNotContain("get_task", "submit_work", "submit_artifact");
    }

    @Test
    void S4_06_list_returns_the_open_gates_of_all_runs_and_changes_nothing() throws Exception {
        var place = CliFixture.gated(folder);
        place.git("switch", "-q", "main");
        assertThat(place.foldline("run", "--gate", "planning", "Other work").exit()).isEqualTo(3);
        var before = log(place);

        var gates = JsonRpcClient.content(manage(place, "{\"action\":\"list\"}"));

        assertThat(gates.isArray()).isTrue();
        assertThat(gates.size()).isEqualTo(2);
        for (var gate : gates) {
            assertThat(gate.path("gate_id").asString()).isEqualTo("planning");
            assertThat(gate.path("reason").asString()).isEqualTo("Approve what planning made");
            assertThat(gate.path("created_at").asString()).startsWith("20");
            assertThat(gate.path("revision").asInt()).isEqualTo(1);
            assertThat(gate.propertyNames()).contains("run", "instance", "tree");
        }
        assertThat(log(place)).isEqualTo(before);
    }

    @Test
    void S4_07_an_approval_continues_the_run() throws Exception {
        var place = CliFixture.gated(folder);
        var answer =
                manage(
                        place,
                        "{\"action\":\"approve\",\"gate_id\":\"planning\",\"feedback\":\"Approved\"}");
        assertThat(JsonRpcClient.content(answer).toString())
                .isEqualTo(
                        "{\"gate_id\":\"planning\",\"status\":\"resumed\",\"feedback\":\"Approved\"}");
        assertThat(answer.path("result").path("structuredContent"))
                .isEqualTo(JsonRpcClient.content(answer));
        assertThat(Remedy.done(place, text(answer, 1), "foldline resume r").out())
                .contains("Done in ");
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void S4_07_a_rejection_is_answered_with_rejected_and_the_phase_redone() throws Exception {
        var place = CliFixture.gated(folder);
        var reported =
                JsonRpcClient.content(
                        manage(
                                place,
                                "{\"action\":\"reject\",\"gate_id\":\"planning\",\"feedback\":\"split"
                                    + " step 2\"}"));
        assertThat(reported.toString())
                .isEqualTo(
                        "{\"gate_id\":\"planning\",\"status\":\"rejected\",\"feedback\":\"split"
                                + " step 2\"}");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(
                        JsonRpcClient.content(manage(place, "{\"action\":\"list\"}"))
                                .path(0)
                                .path("revision")
                                .asInt())
                .isEqualTo(2);
    }

    @Test
    void an_approval_that_names_what_it_saw_is_bound_to_it() throws Exception {
        var place = CliFixture.gated(folder);
        var gate = JsonRpcClient.content(manage(place, "{\"action\":\"list\"}")).path(0);
        var before = log(place);
        var bound =
                "{\"action\":\"approve\",\"gate_id\":\"planning\",\"run\":%s,\"instance\":%s,\"tree\":%s,\"revision\":";
        var arguments = bound.formatted(gate.path("run"), gate.path("instance"), gate.path("tree"));
        assertThat(JsonRpcClient.refused(manage(place, arguments + "2}")).path("code").asString())
                .isEqualTo("GATE_MOVED");
        var another =
                JsonRpcClient.refused(
                        manage(
                                place,
                                bound.formatted(
                                                gate.path("run"),
                                                gate.path("instance"),
                                                "\"0123456\"")
                                        + "1}"));
        assertThat(another.path("code").asString()).isEqualTo("GATE_MOVED");
        assertThat(another.path("message").asString())
                .contains("now shows revision 1, tree " + gate.path("tree").asString());
        assertThat(log(place)).isEqualTo(before);
        assertThat(JsonRpcClient.content(manage(place, arguments + "1}")).path("status").asString())
                .isEqualTo("resumed");
        assertThat(log(place)).contains("\"shown\":true");
    }

    /** Arguments, and the code and a part of the message of their refusal. */
    private static final String REFUSED =
            """
            {} | INVALID_INPUT | action
            {"action":"freeze"} | INVALID_INPUT | /action
            {"action":7} | INVALID_INPUT | /action
            {"action":null} | INVALID_INPUT | /action
            {"action":"approve"} | INVALID_INPUT | gate_id
            {"action":"reject","feedback":"no"} | INVALID_INPUT | gate_id
            {"action":"approve","gate_id":""} | INVALID_INPUT | /gate_id
            {"action":"approve","gate_id":["planning"]} | INVALID_INPUT | /gate_id
            {"action":"approve","gate_id":"planning","force":true} | INVALID_INPUT | force
            {"action":"approve","gate_id":"planning","feedback":{}} | INVALID_INPUT | /feedback
            {"action":"approve","gate_id":"planning","revision":0} | INVALID_INPUT | /revision
            {"action":"approve","gate_id":"planning","revision":1.5} | INVALID_INPUT | /revision
            {"action":"list","gate_id":"planning"} | INVALID_INPUT | the whole
            {"action":"approve","gate_id":"planning","instance":"iterate/planning:0:1"} | INVALID_INPUT | run
            {"action":"approve","gate_id":"planning","revision":1} | INVALID_INPUT | run
            {"action":"approve","gate_id":"planning","tree":"a"} | INVALID_INPUT | run
            {"action":"approve","gate_id":"planning","run":"@","revision":18446744073709551617} | INVALID_INPUT | revision
            {"action":"reject","gate_id":"other","feedback":"no"} | GATE_NOT_FOUND | Unknown gate: other
            {"action":"reject","gate_id":"other","feedback":"no","run":"@"} | GATE_NOT_FOUND | Unknown gate: other
            {"action":"reject","gate_id":"planning"} | BLANK_FEEDBACK | Feedback is required for rejection
            {"action":"reject","gate_id":"planning","feedback":" "} | BLANK_FEEDBACK | Feedback is required for rejection
            {"action":"approve","gate_id":"planning","run":"zzz"} | USAGE | zzz
            """;

    @Test
    void S4_05_S4_07_what_names_no_open_gate_or_fits_no_schema_is_refused_and_changes_nothing()
            throws Exception {
        var place = CliFixture.gated(folder);
        var before = log(place);
        var rows = REFUSED.lines().map(line -> line.split(" \\| ")).toList();
        var calls = new ArrayList<String>();
        for (var row : rows)
            calls.add(JsonRpcClient.call(calls.size() + 1, "manage_hitl_gate", row[0]));
        var talk = JsonRpcClient.talk(calls.toArray(String[]::new));
        var answers = JsonRpcClient.answers(place.typing(talk, "mcp").out());
        for (int i = 0; i < rows.size(); i++) {
            var refused = JsonRpcClient.refused(answers.get(i + 1));
            assertThat(refused.path("code").asString())
                    .as(rows.get(i)[0])
                    .isEqualTo(rows.get(i)[1]);
            assertThat(refused.path("message").asString()).contains(rows.get(i)[2]);
        }
        assertThat(log(place)).isEqualTo(before);
    }

    @Test
    void files_that_changed_since_the_gate_opened_are_not_approved() throws Exception {
        var place = CliFixture.gated(folder).write("a.txt", "changed\n");
        var before = log(place);
        var refused =
                JsonRpcClient.refused(
                        manage(place, "{\"action\":\"approve\",\"gate_id\":\"planning\"}"));
        assertThat(refused.path("code").asString()).isEqualTo("GATE_MOVED");
        assertThat(refused.path("tree_now").asString())
                .isNotEqualTo(refused.path("tree").asString());
        assertThat(log(place)).isEqualTo(before);
        var next = new CliFixture.CommandResult(0, refused.path("next").asString(), "");
        Remedy.done(place, next, "foldline approve planning ");
        assertThat(place.foldline("resume", "--as-it-is").exit()).isZero();
    }

    @Test
    void S4_05_a_run_that_is_not_frozen_cannot_be_resumed() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        for (var run : new String[] {"", ",\"run\":\"@\""}) {
            var refused =
                    JsonRpcClient.refused(
                            manage(
                                    place,
                                    "{\"action\":\"approve\",\"gate_id\":\"planning\""
                                            + run
                                            + "}"));
            assertThat(refused.path("message").asString()).isEqualTo("Cannot resume: not frozen");
            assertThat(refused.path("code").asString()).isEqualTo("INVALID_STATE_TRANSITION");
        }
    }

    @Test
    void S4_05_a_gate_is_answered_once() throws Exception {
        var place = CliFixture.gated(folder);
        manage(place, "{\"action\":\"approve\",\"gate_id\":\"planning\"}");
        var before = log(place);
        for (var run : new String[] {"", ",\"run\":\"@\""}) {
            var refused =
                    JsonRpcClient.refused(
                            manage(
                                    place,
                                    "{\"action\":\"approve\",\"gate_id\":\"planning\""
                                            + run
                                            + "}"));
            assertThat(refused.path("code").asString()).isEqualTo("INVALID_STATE_TRANSITION");
            assertThat(refused.path("message").asString()).isEqualTo("Cannot resume: not frozen");
            assertThat(refused.path("current_status").asString()).isEqualTo("approved");
        }
        assertThat(log(place)).isEqualTo(before);
        place.foldline("freeze", "look", "-m", "let me see");
        var held =
                JsonRpcClient.refused(
                        manage(
                                place,
                                "{\"action\":\"approve\",\"gate_id\":\"planning\",\"run\":\"@\"}"));
        assertThat(held.path("code").asString()).isEqualTo("GATE_ALREADY_RESOLVED");
        assertThat(held.path("current_status").asString()).isEqualTo("approved");
        place.foldline("cancel", "--yes");
        var ended =
                JsonRpcClient.refused(
                        manage(
                                place,
                                "{\"action\":\"approve\",\"gate_id\":\"planning\",\"run\":\"@\"}"));
        assertThat(ended.path("code").asString()).isEqualTo("ENDED");
        assertThat(ended.path("message").asString()).isEqualTo("Cannot resume: terminated");
    }

    @Test
    void an_ambiguous_gate_is_refused() throws Exception {
        var place = CliFixture.gated(folder);
        place.git("switch", "-q", "main");
        place.foldline("run", "--gate", "planning", "Other work");
        var refused =
                JsonRpcClient.refused(
                        manage(place, "{\"action\":\"approve\",\"gate_id\":\"planning\"}"));
        assertThat(refused.path("code").asString()).isEqualTo("GATE_AMBIGUOUS");
        assertThat(refused.path("runs").size()).isEqualTo(2);
        assertThat(
                        JsonRpcClient.content(
                                        manage(
                                                place,
                                                "{\"action\":\"approve\",\"gate_id\":\"planning\",\"run\":\"@~1\"}"))
                                .path("status")
                                .asString())
                .isEqualTo("resumed");
        assertThat(JsonRpcClient.content(manage(place, "{\"action\":\"list\"}")).size())
                .isEqualTo(1);
    }

    @Test
    void S4_04_a_frozen_run_is_not_frozen_again_and_a_terminated_one_not_at_all() throws Exception {
        var place = CliFixture.gated(folder);
        var refused =
                JsonRpcClient.refused(
                        call(
                                place,
                                "freeze_run",
                                "{\"gate_id\":\"tas_approval\",\"run\":\"@\",\"reason\":\"TAS"
                                        + " must be approved\"}"));
        assertThat(refused.path("message").asString()).isEqualTo("Cannot freeze: already frozen");
        assertThat(refused.path("code").asString()).isEqualTo("GATE_ALREADY_ACTIVE");
        assertThat(refused.path("existing_gate_id").asString()).isEqualTo("planning");

        manage(place, "{\"action\":\"approve\",\"gate_id\":\"planning\"}");
        assertThat(
                        JsonRpcClient.content(
                                        call(
                                                place,
                                                "freeze_run",
                                                "{\"gate_id\":\"tas_approval\",\"run\":\"@\",\"reason\":\"TAS"
                                                    + " must be approved\"}"))
                                .path("status")
                                .asString())
                .isEqualTo("frozen");
        manage(
                place,
                "{\"action\":\"reject\",\"gate_id\":\"tas_approval\",\"feedback\":\"Rejected\"}");
        place.foldline("resume");
        assertThat(
                        JsonRpcClient.refused(
                                        call(
                                                place,
                                                "freeze_run",
                                                "{\"gate_id\":\"again\",\"run\":\"@\",\"reason\":\"r\"}"))
                                .path("message")
                                .asString())
                .isEqualTo("Cannot freeze: terminated");
        assertThat(
                        JsonRpcClient.refused(
                                        manage(
                                                place,
                                                "{\"action\":\"approve\",\"gate_id\":\"other\",\"run\":\"@\"}"))
                                .path("message")
                                .asString())
                .isEqualTo("Cannot resume: terminated");
    }

    @Test
    void arguments_that_are_not_an_object_are_a_protocol_error_and_the_server_continues()
            throws Exception {
        var place = CliFixture.gated(folder);
        var before = log(place);
        var reported =
                place.typing(
                        JsonRpcClient.talk(
                                JsonRpcClient.call(1, "manage_hitl_gate", "[\"approve\"]"),
                                JsonRpcClient.call(2, "manage_hitl_gate", "\"approve planning\""),
                                JsonRpcClient.call(3, "no_such_tool", "{}"),
                                JsonRpcClient.request(4, "no/such/method", "{}"),
                                JsonRpcClient.call(5, "manage_hitl_gate", "{\"action\":\"list\"}")),
                        "mcp");
        var answers = JsonRpcClient.answers(reported.out());
        for (int refused : new int[] {1, 2, 3, 4})
            assertThat(answers.get(refused).has("error"))
                    .as(answers.get(refused).toString())
                    .isTrue();
        assertThat(JsonRpcClient.content(answers.get(5)).size()).isEqualTo(1);
        assertThat(log(place)).isEqualTo(before);
    }

    @Test
    void damaged_tables_are_made_again_from_the_logs() throws Exception {
        var place = CliFixture.gated(folder);
        Files.writeString(
                place.root.resolve(".git/foldline/state.sqlite"),
                "this is no database, however long one looks at it. ".repeat(100));
        assertThat(
                        JsonRpcClient.content(manage(place, "{\"action\":\"list\"}"))
                                .get(0)
                                .path("gate_id")
                                .asString())
                .isEqualTo("planning");
    }

    private static CliFixture.CommandResult text(JsonNode answer, int at) {
        return new CliFixture.CommandResult(
                0, answer.path("result").path("content").path(at).path("text").asString(), "");
    }
}
