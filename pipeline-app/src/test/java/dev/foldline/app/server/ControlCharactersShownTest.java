package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.mcp.JsonRpcClient;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.redact.ControlCharacters;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What agents, definitions and users write with control characters in it is shown without them,
 * wherever it is shown.
 */
class ControlCharactersShownTest {
    private static final String BAD =
            "\u001b[2J\u001b]0;title\u0007\u009b1m\u202eback\u2066\u200f\b\rover";

    @TempDir Path folder;

    private static void assertHarmless(String where, String shown) {
        assertThat(ControlCharacters.first(shown).stream().mapToObj(ControlCharacters::name))
                .as(where + ": " + shown)
                .isEmpty();
    }

    private static void assertHarmlessJson(String where, String json) {
        assertHarmless(where, json);
        var texts = new ArrayList<String>();
        texts(JsonMapper.shared().readTree(json), texts);
        texts.forEach(text -> assertHarmless(where, text));
    }

    private static void texts(JsonNode node, List<String> texts) {
        if (node.isString()) texts.add(node.asString());
        node.properties().forEach(each -> texts.add(each.getKey()));
        node.forEach(each -> texts(each, texts));
    }

    /**
     * A run of which the task, an agent's output and artifacts, a rejection and a gate's reason
     * hold such characters.
     */
    private CliFixture written() throws Exception {
        var say = "printf '\\033[2J\\302\\2331m\\342\\200\\256said\\010' >&2; ";
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "planner",
                                        say
                                                + "if [ -e $HOME/tried ]; then echo"
                                                + " '{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}'"
                                                + " > .foldline/plan.json; else touch $HOME/tried;"
                                                + " printf"
                                                + " '{\"summary\":\"\\\\u001b[2J\\342\\200\\256s\",\"steps\":[{\"title\":\"t\"}]}'"
                                                + " > .foldline/plan.json; exit 0; fi"));
        assertThat(place.foldline("run", "--gate", "planning", "Add work " + BAD).exit())
                .isEqualTo(3);
        assertThat(place.foldline("reject", "planning", "-m", "better " + BAD).exit()).isZero();
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(place.foldline("log", "--json").out())
                .contains("better", "control character U+001B");
        return place;
    }

    @Test
    void control_characters_are_escaped_in_answers_of_commands_the_server_and_mcp()
            throws Exception {
        var place = written();
        for (var command :
                List.of(
                        "status",
                        "log",
                        "log --oneline",
                        "log --graph",
                        "show",
                        "explain",
                        "gates",
                        "gates planning",
                        "diff @:1",
                        "cost",
                        "watch"))
            assertHarmless(
                    command, place.foldline(command.split(" ")).all().replace("\u001b[0m", ""));
        for (var command :
                List.of(
                        "status",
                        "log",
                        "show",
                        "explain",
                        "gates",
                        "gates planning",
                        "diff @:1")) {
            var out = place.foldline(("--json " + command).split(" ")).out();
            for (var document : command.equals("log") ? out.lines().toList() : List.of(out))
                assertHarmlessJson(command, document);
        }
        try (var served = TestServer.at(place)) {
            var run =
                    served.get("/api/runs")
                            .json()
                            .get("runs")
                            .get(0)
                            .get("run")
                            .get("id")
                            .asString();
            for (var path :
                    List.of(
                            "/api/runs",
                            "/api/runs/@",
                            "/api/runs/@/timeline",
                            "/api/runs/@/state",
                            "/api/runs/@/explain",
                            "/api/runs/@/diff?from=1&to=9",
                            "/api/gates",
                            "/api/gates/" + run + "/planning"))
                assertHarmlessJson(path, served.get(path).text());
            var stream =
                    served.http.send(
                            served.request("/api/runs/" + run + "/events?after=0").build(),
                            BodyHandlers.ofLines());
            assertThat(
                            stream.body()
                                    .filter(line -> line.startsWith("data: "))
                                    .peek(
                                            line ->
                                                    assertHarmlessJson(
                                                            "stream",
                                                            line.substring("data: ".length())))
                                    .anyMatch(line -> line.contains("planning rejected")))
                    .isTrue();
            mcp(served);
        }
    }

    private static void mcp(TestServer served) {
        var session =
                call(
                                served,
                                "",
                                "initialize",
                                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"n\",\"version\":\"1\"}}")
                        .header("Mcp-Session-Id");
        for (var tool : List.of("run_status", "run_log", "run_explain", "manage_hitl_gate")) {
            var arguments = tool.equals("manage_hitl_gate") ? "{\"action\":\"list\"}" : "{}";
            var answer =
                    call(
                                    served,
                                    session,
                                    "tools/call",
                                    "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}")
                            .text();
            var data =
                    answer.lines()
                            .filter(line -> line.startsWith("data:"))
                            .findFirst()
                            .orElseThrow()
                            .substring("data:".length());
            assertHarmlessJson(tool, data);
            assertHarmlessJson(
                    tool,
                    JsonRpcClient.of(JsonMapper.shared().readTree(data).get("result")).toString());
        }
    }

    private static TestServer.Response call(
            TestServer served, String session, String method, String params) {
        var request =
                served.request("/mcp")
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\""
                                                + method
                                                + "\",\"params\":"
                                                + params
                                                + "}"));
        return served.send(session.isEmpty() ? request : request.header("Mcp-Session-Id", session));
    }

    @Test
    void every_text_of_a_definition_is_refused_with_its_place() throws Exception {
        var place = CliFixture.ready(folder);
        var whole =
                "name: N\n"
                        + "description: N\n"
                        + "target: N\n"
                        + "merge: { strategy: squash, agent: [N] }\n"
                        + "error_terminal_cli_id: N\n"
                        + "N: N\n"
                        + "tasks:\n"
                        + "  - name: N\n"
                        + "    id: N\n"
                        + "    description: N\n"
                        + "    branch: N\n"
                        + "    terminals:\n"
                        + "      - { role: N, description: N, agent: [N] }\n";
        for (int at = whole.indexOf('N'); at >= 0; at = whole.indexOf('N', at + 1)) {
            var control = List.of("\\e[31m", "\\u202e", "\\x9b").get(at % 3);
            var definition =
                    whole.substring(0, at).replace('N', 'n')
                            + "\"x"
                            + control
                            + "\""
                            + whole.substring(at + 1).replace('N', 'n');
            var reported =
                    place.write("tasks.yaml", definition)
                            .foldline("workflow", "create", "-f", "tasks.yaml");
            assertThat(reported.exit()).as(definition).isEqualTo(2);
            int line =
                    (int) definition.substring(0, at).lines().count()
                            + (definition.charAt(at - 1) == '\n' ? 1 : 0);
            assertThat(reported.err())
                    .as(definition)
                    .contains("the control character U+", "tasks.yaml:" + line);
            assertHarmless("workflow create", reported.all());
        }
        try (var here = Workspace.open(place.root, place.environment)) {
            assertThat(here.runs().newestFirst()).isEmpty();
        }
    }
}
