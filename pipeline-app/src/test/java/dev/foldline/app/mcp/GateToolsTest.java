package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

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
    @Thorough
    void a_run_that_waits_for_a_retry_is_tried_now_and_any_other_is_refused() throws Exception {
        var place = CliFixture.gated(folder);
        assertThat(call(place, "run_try_now", "{}").path("result").path("isError").asBoolean())
                .isTrue();
        place.git("switch", "-q", "main");
        place.agent("exit 3");
        assertThat(
                        place.foldline(
                                        "run",
                                        "--set",
                                        "limits.backoff_first=1h",
                                        "--set",
                                        "limits.backoff_max=1h",
                                        "Other work")
                                .exit())
                .isEqualTo(75);
        assertThat(
                        JsonRpcClient.content(call(place, "run_try_now", "{\"run\": \"@\"}"))
                                .path("status")
                                .asString())
                .isEqualTo("tries_again");
        assertThat(place.agent(AgentScripts.HELPFUL).foldline("resume").exit()).isZero();
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
    void S4_06_the_list_is_empty_if_no_gate_is_open() throws Exception {
        assertThat(
                        JsonRpcClient.content(
                                        manage(CliFixture.ready(folder), "{\"action\":\"list\"}"))
                                .toString())
                .isEqualTo("[]");
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
        assertThat(answer.path("result").path("content").path(1).path("text").asString())
                .contains("foldline resume r");
        assertThat(place.foldline("resume").exit()).isZero();
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
    @Thorough
    void S4_07_an_answer_reaches_a_driver_that_waits() throws Exception {
        var place = CliFixture.ready(folder);
        var run =
                CompletableFuture.supplyAsync(
                        () -> place.foldline("run", "--gate", "planning", "--wait", "Add work"),
                        task -> Thread.ofPlatform().start(task));
        while (!run.isDone()
                && JsonRpcClient.content(manage(place, "{\"action\":\"list\"}")).isEmpty())
            Thread.onSpinWait();
        var answer = manage(place, "{\"action\":\"approve\",\"gate_id\":\"planning\"}");
        assertThat(JsonRpcClient.content(answer).path("status").asString()).isEqualTo("resumed");
        assertThat(answer.path("result").path("content").path(1).path("text").asString())
                .isEqualTo("The run's driver received it.");
        assertThat(run.join().exit()).as(run.join().all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void an_approval_by_name_alone_is_written_down_as_one_that_saw_nothing() throws Exception {
        var place = CliFixture.gated(folder);
        manage(place, "{\"action\":\"approve\",\"gate_id\":\"planning\"}");
        assertThat(log(place)).contains("\"shown\":false");
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

    @Test
    void a_gate_version_is_accepted_only_with_its_run() throws Exception {
        var place = CliFixture.gated(folder);
        var before = log(place);
        for (var seen :
                new String[] {
                    "\"instance\":\"iterate/planning:0:1\"",
                    "\"revision\":1",
                    "\"tree\":\"a\"",
                    "\"run\":\"@\",\"revision\":18446744073709551617"
                }) {
            var refused =
                    JsonRpcClient.refused(
                            manage(
                                    place,
                                    "{\"action\":\"approve\",\"gate_id\":\"planning\","
                                            + seen
                                            + "}"));
            assertThat(refused.path("code").asString()).as(seen).isEqualTo("INVALID_INPUT");
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
        assertThat(refused.path("next").asString()).contains("--as-it-is");
        assertThat(log(place)).isEqualTo(before);
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
    void S4_05_an_unknown_gate_is_named() throws Exception {
        var place = CliFixture.gated(folder);
        var before = log(place);
        for (var run : new String[] {"", ",\"run\":\"@\""}) {
            var refused =
                    JsonRpcClient.refused(
                            manage(
                                    place,
                                    "{\"action\":\"reject\",\"gate_id\":\"other\",\"feedback\":\"no\""
                                            + run
                                            + "}"));
            assertThat(refused.path("message").asString()).isEqualTo("Unknown gate: other");
            assertThat(refused.path("code").asString()).isEqualTo("GATE_NOT_FOUND");
        }
        assertThat(log(place)).isEqualTo(before);
    }

    @Test
    @Thorough
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
    void a_rejection_needs_feedback() throws Exception {
        var place = CliFixture.gated(folder);
        for (var feedback : new String[] {"", ",\"feedback\":\" \""}) {
            var refused =
                    JsonRpcClient.refused(
                            manage(
                                    place,
                                    "{\"action\":\"reject\",\"gate_id\":\"planning\""
                                            + feedback
                                            + "}"));
            assertThat(refused.path("code").asString()).isEqualTo("BLANK_FEEDBACK");
            assertThat(refused.path("message").asString())
                    .isEqualTo("Feedback is required for rejection");
        }
    }

    @Test
    @Thorough
    void S4_04_a_frozen_run_is_not_frozen_again_and_a_terminated_one_not_at_all() throws Exception {
        var place = CliFixture.gated(folder);
        var refused =
                JsonRpcClient.refused(
                        call(
                                place,
                                "freeze_run",
                                "{\"gate_id\":\"tas_approval\",\"reason\":\"TAS must be"
                                        + " approved\"}"));
        assertThat(refused.path("message").asString()).isEqualTo("Cannot freeze: already frozen");
        assertThat(refused.path("code").asString()).isEqualTo("GATE_ALREADY_ACTIVE");
        assertThat(refused.path("existing_gate_id").asString()).isEqualTo("planning");

        manage(place, "{\"action\":\"approve\",\"gate_id\":\"planning\"}");
        assertThat(
                        JsonRpcClient.content(
                                        call(
                                                place,
                                                "freeze_run",
                                                "{\"gate_id\":\"tas_approval\",\"reason\":\"TAS"
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
                                                "{\"gate_id\":\"again\",\"reason\":\"r\"}"))
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

    @Thorough
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                                | action",
                "{\"action\":\"freeze\"}                                           | /action",
                "{\"action\":7}                                                    | /action",
                "{\"action\":null}                                                 | /action",
                "{\"action\":\"approve\"}                                          | gate_id",
                "{\"action\":\"reject\",\"feedback\":\"no\"}                       | gate_id",
                "{\"action\":\"approve\",\"gate_id\":\"\"}                         | /gate_id",
                "{\"action\":\"approve\",\"gate_id\":[\"planning\"]}               | /gate_id",
                "{\"action\":\"approve\",\"gate_id\":\"planning\",\"force\":true}  | force",
                "{\"action\":\"approve\",\"gate_id\":\"planning\",\"feedback\":{}} | /feedback",
                "{\"action\":\"approve\",\"gate_id\":\"planning\",\"revision\":0}  | /revision",
                "{\"action\":\"approve\",\"gate_id\":\"planning\",\"revision\":1.5} | /revision",
                "{\"action\":\"list\",\"gate_id\":\"planning\"}                    | the whole",
            })
    void S4_07_input_is_validated_against_its_schema_before_any_logic(
            String arguments, String named) throws Exception {
        var place = CliFixture.gated(folder);
        var before = log(place);
        var refused = JsonRpcClient.refused(manage(place, arguments));
        assertThat(refused.path("code").asString()).isEqualTo("INVALID_INPUT");
        assertThat(refused.path("message").asString()).contains(named);
        assertThat(log(place)).isEqualTo(before);
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
    void a_missing_run_and_a_missing_repository_are_reported() throws Exception {
        var place = CliFixture.gated(folder);
        assertThat(
                        JsonRpcClient.refused(
                                        manage(
                                                place,
                                                "{\"action\":\"approve\",\"gate_id\":\"planning\",\"run\":\"zzz\"}"))
                                .path("code")
                                .asString())
                .isEqualTo("USAGE");
        assertThat(CliFixture.empty(folder.resolve("other")).typing("", "mcp").exit()).isEqualTo(2);
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

    @Test
    @Thorough
    void the_next_step_of_an_answer_works_as_printed() throws Exception {
        var place = CliFixture.gated(folder).write("a.txt", "changed\n");
        var moved = text(manage(place, "{\"action\":\"approve\",\"gate_id\":\"planning\"}"), 0);
        Remedy.done(
                place,
                new CliFixture.CommandResult(
                        0, JsonRpcClient.json(moved.out()).path("next").asString(), ""),
                "foldline approve ");
        assertThat(place.foldline("resume", "--as-it-is").exit()).isZero();
    }

    @Thorough
    @Test
    void an_answer_for_a_workflow_names_the_command_of_the_workflow() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(AgentScripts.FOR_A_TASK)
                        .write("tasks.yaml", CliFixture.TWO_TASKS);
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        place.foldline("freeze", "look", "@", "-m", "Look at it");
        Remedy.done(
                place,
                text(manage(place, "{\"action\":\"approve\",\"gate_id\":\"look\"}"), 1),
                "foldline ");
        assertThat(place.foldline("workflow", "status").out()).contains("is completed");
    }

    @Test
    @Thorough
    void a_run_that_continues_after_an_answer_is_resumed_as_printed() throws Exception {
        var place = CliFixture.gated(folder);
        var approved =
                Remedy.done(
                        place,
                        text(manage(place, "{\"action\":\"approve\",\"gate_id\":\"planning\"}"), 1),
                        "foldline resume ");
        assertThat(approved.out()).contains("is done");
    }
}
