package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** What an agent can do in the middle of its call, and what not. */
class AgentToolsTest {
    private static final String PLAN =
            "{\"name\":\"plan\",\"content\":{\"summary\":\"by"
                    + " hand\",\"steps\":[{\"title\":\"t\"}]}}";

    @TempDir Path folder;

    /**
     * A repository whose planner says these lines to {@code foldline mcp WORDS}, keeps what it
     * hears in {@code HOME/said} and what was handed in in {@code HOME/written}, and writes a plan
     * by itself if there is none.
     */
    private CliFixture planning(String words, String... lines) throws Exception {
        var place = CliFixture.ready(folder);
        var talk = Files.writeString(folder.resolve("talk"), JsonRpcClient.talk(lines));
        var command =
                McpProcess.command().stream()
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(" "));
        return place.agent(
                AgentScripts.except(
                        "planner",
                        command
                                + " "
                                + words
                                + " < '"
                                + talk
                                + "' > \"$HOME/said\" 2> \"$HOME/complained\"\n"
                                + "ls .foldline > \"$HOME/written\"\n"
                                + "[ -e .foldline/plan.json ] || echo"
                                + " '{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}' >"
                                + " .foldline/plan.json\n"
                                + "echo planned"));
    }

    private static JsonRpcClient.Answers call(CliFixture place) throws Exception {
        return JsonRpcClient.answers(home(place, "said"));
    }

    private static String home(CliFixture place, String file) throws Exception {
        return Files.readString(Path.of(place.environment.get("HOME"), file));
    }

    @Test
    void an_agent_reads_its_task_and_submits_the_requested_artifact() throws Exception {
        var place =
                planning(
                        "--as agent",
                        JsonRpcClient.request(1, "tools/list", "{}"),
                        JsonRpcClient.call(2, "read_task", "{}"),
                        JsonRpcClient.call(3, "submit_artifact", PLAN));
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit())
                .as(place.foldline("log").out())
                .isEqualTo(3);

        assertThat(JsonRpcClient.names(call(place).get(1)))
                .containsExactlyInAnyOrder("read_task", "submit_artifact");
        var task = JsonRpcClient.content(call(place).get(2));
        assertThat(task.path("role").asString()).isEqualTo("planner");
        assertThat(task.path("prompt").asString()).contains("Add work");
        assertThat(task.path("artifacts").path(0).path("name").asString()).isEqualTo("plan");
        assertThat(task.path("artifacts").path(0).path("path").asString())
                .isEqualTo(".foldline/plan.json");
        assertThat(task.path("artifacts").path(0).path("schema").path("properties").propertyNames())
                .contains("summary", "steps");
        assertThat(JsonRpcClient.content(call(place).get(3)).path("status").asString())
                .isEqualTo("submitted");
        assertThat(place.foldline("gates").out()).contains("summary: by hand");
        place.foldline("reject", "planning", "-m", "split step 2");
        place.foldline("resume");
        assertThat(JsonRpcClient.content(call(place).get(2)).at("/feedback/0/message").asString())
                .isEqualTo("split step 2");
    }

    @Test
    void an_invalid_artifact_is_refused_with_the_reasons_and_not_written() throws Exception {
        var place =
                planning(
                        "--as agent",
                        JsonRpcClient.call(
                                1,
                                "submit_artifact",
                                "{\"name\":\"plan\",\"content\":{\"steps\":\"none\"}}"),
                        JsonRpcClient.call(
                                2,
                                "submit_artifact",
                                "{\"name\":\"issues\",\"content\":{\"issues\":[]}}"),
                        JsonRpcClient.call(
                                3, "submit_artifact", "{\"name\":\"../../a\",\"content\":{}}"),
                        JsonRpcClient.call(
                                4, "submit_artifact", "{\"name\":\"plan\",\"content\":\"text\"}"),
                        JsonRpcClient.call(5, "submit_artifact", "{\"name\":\"plan\"}"));
        place.foldline("run", "--gate", "planning", "Add work");

        var invalid = JsonRpcClient.refused(call(place).get(1));
        assertThat(invalid.path("code").asString()).isEqualTo("INVALID_ARTIFACT");
        assertThat(invalid.path("problems").toString()).contains("summary", "/steps");
        for (int id : new int[] {2, 3})
            assertThat(JsonRpcClient.refused(call(place).get(id)).path("code").asString())
                    .isEqualTo("NOT_ASKED_FOR");
        assertThat(JsonRpcClient.refused(call(place).get(2)).path("asked_for").toString())
                .isEqualTo("[\"plan\"]");
        for (int id : new int[] {4, 5})
            assertThat(JsonRpcClient.refused(call(place).get(id)).path("code").asString())
                    .isEqualTo("INVALID_INPUT");
        assertThat(home(place, "written")).doesNotContain(".json");
    }

    @Test
    void an_agent_asks_the_user_by_its_tool() throws Exception {
        var place =
                planning(
                        "--as agent",
                        JsonRpcClient.call(
                                1, "submit_artifact", "{\"name\":\"question\",\"content\":{}}"),
                        JsonRpcClient.call(
                                2,
                                "submit_artifact",
                                "{\"name\":\"question\",\"content\":{\"text\":\"Which"
                                        + " language?\"}}"));
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        assertThat(JsonRpcClient.refused(call(place).get(1)).path("message").asString())
                .isEqualTo("question: text is missing");
        assertThat(JsonRpcClient.content(call(place).get(2)).path("path").asString())
                .isEqualTo(".foldline/question.json");
        assertThat(place.foldline("gates").out()).contains("question", "Which language?");
    }

    @Test
    void an_agent_has_no_tool_of_an_operator() throws Exception {
        var place =
                planning(
                        "--as agent",
                        JsonRpcClient.call(1, "manage_hitl_gate", "{\"action\":\"list\"}"),
                        JsonRpcClient.call(2, "freeze_run", "{\"gate_id\":\"g\",\"reason\":\"r\"}"),
                        JsonRpcClient.call(3, "run_status", "{}"),
                        JsonRpcClient.call(4, "submit_artifact", PLAN));
        place.foldline("run", "--gate", "planning", "Add work");
        for (int id : new int[] {1, 2, 3})
            assertThat(call(place).get(id).has("error"))
                    .as(call(place).get(id).toString())
                    .isTrue();
        assertThat(place.foldline("gates").out()).contains("gate planning");
    }

    @Test
    void an_agent_cannot_serve_itself_as_an_operator() throws Exception {
        var place =
                planning("", JsonRpcClient.call(1, "manage_hitl_gate", "{\"action\":\"list\"}"));
        place.agent("unset FOLDLINE_RUN FOLDLINE_TICKET\n" + home(place, "agent.sh"));
        place.foldline("run", "--gate", "planning", "Add work");
        assertThat(home(place, "said")).isEmpty();
        assertThat(home(place, "complained")).contains("only a human may do this");
    }

    @Test
    void an_agent_whose_call_is_over_is_refused() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--gate", "planning", "Add work");
        var run =
                JsonRpcClient.json(place.foldline("status", "--json").out())
                        .path("run")
                        .path("id")
                        .asString();
        place.environment.put("FOLDLINE_RUN", run);
        place.environment.put("FOLDLINE_TICKET", "3");
        var blocked =
                JsonRpcClient.answers(
                        place.typing(
                                        JsonRpcClient.talk(
                                                JsonRpcClient.call(1, "read_task", "{}"),
                                                JsonRpcClient.call(2, "submit_artifact", PLAN)),
                                        "mcp",
                                        "--as",
                                        "agent")
                                .out());
        for (int id : new int[] {1, 2}) {
            assertThat(JsonRpcClient.refused(blocked.get(id)).path("code").asString())
                    .isEqualTo("GATE_BLOCKED");
            assertThat(JsonRpcClient.refused(blocked.get(id)).path("gate_id").asString())
                    .isEqualTo("planning");
        }
        place.foldline("approve");
        var over =
                JsonRpcClient.answers(
                        place.typing(
                                        JsonRpcClient.talk(
                                                JsonRpcClient.call(1, "submit_artifact", PLAN)),
                                        "mcp",
                                        "--as",
                                        "agent")
                                .out());
        assertThat(JsonRpcClient.refused(over.get(1)).path("code").asString())
                .isEqualTo("CALL_OVER");
    }

    @Test
    void a_client_without_a_run_pulls_its_work_and_gets_the_answers_of_the_command_line()
            throws Exception {
        var place = CliFixture.ready(folder);
        var said =
                JsonRpcClient.answers(
                        place.typing(
                                        JsonRpcClient.talk(
                                                JsonRpcClient.request(1, "tools/list", "{}"),
                                                JsonRpcClient.call(
                                                        2, "get_task", "{\"request_id\": \"one\"}"),
                                                JsonRpcClient.call(3, "submit_work", "{}"),
                                                JsonRpcClient.call(
                                                        4, "request_scope_reduction", "{}"),
                                                JsonRpcClient.call(
                                                        5,
                                                        "escalate_for_external_help",
                                                        "{\"markdown_report\": \"help\"}"),
                                                JsonRpcClient.call(
                                                        6,
                                                        "submit_work",
                                                        "{\"expectation\": \"MAYBE\"}")),
                                        "mcp",
                                        "--as",
                                        "agent")
                                .out());

        assertThat(JsonRpcClient.names(said.get(1)))
                .containsExactly(
                        "get_task",
                        "submit_work",
                        "request_scope_reduction",
                        "escalate_for_external_help");
        assertThat(JsonRpcClient.content(said.get(2)).path("instruction").asString())
                .startsWith("Please read the plan file")
                .isEqualTo(place.foldline("task", "get").out().strip());
        assertThat(said.get(2).toString().split("Please read the plan file", -1))
                .as("the answer is sent once")
                .hasSize(2);
        assertThat(JsonRpcClient.refused(said.get(3)).path("code").asString()).isEqualTo("REFUSED");
        assertThat(JsonRpcClient.refused(said.get(3)).path("message").asString())
                .startsWith("ACTIVE_PR.json not found");
        for (int id : new int[] {4, 5})
            assertThat(JsonRpcClient.refused(said.get(id)).path("code").asString())
                    .isEqualTo("LOCKED");
        assertThat(JsonRpcClient.refused(said.get(6)).path("code").asString())
                .isEqualTo("INVALID_INPUT");
    }
}
