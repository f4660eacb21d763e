package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.operation.ClosedSchema;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.run.RunObserver;
import dev.foldline.effects.process.ProcessMarker;

import io.modelcontextprotocol.json.McpJsonDefaults;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Each tool answers with what its output schema describes, and with nothing else. */
class ToolAnswersTest {
    private static final String TASKS =
            """
            name: Side by side
            tasks:
              - id: a
                name: A
                terminals: [{ id: code, role: developer, agent: mine, description: Do a }]
            """;

    /** Their answers have no schema: a list, and the memo of a workflow. */
    private static final List<String> WITHOUT_SCHEMA = List.of("manage_hitl_gate", "workflow_memo");

    /**
     * They start a process that drives the run; the SDK checks their answers, and HTTP the same.
     */
    private static final List<String> DRIVING =
            List.of(
                    "run_start",
                    "run_resume",
                    "run_retry",
                    "workflow_start",
                    "workflow_stop",
                    "workflow_resume",
                    "workflow_resolve",
                    "workflow_done",
                    "workflow_add_task",
                    "run_try_now",
                    "run_stop",
                    "import");

    @TempDir Path folder;
    private List<McpTool> tools = List.of();
    private final List<String> called = new ArrayList<>();

    private JsonNode call(String name, Map<String, Object> arguments) throws Exception {
        var tool =
                tools.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
        var reply =
                tool.work()
                        .call(
                                new ToolArguments(
                                        arguments,
                                        new Caller(_ -> RunObserver.NONE, () -> false, _ -> true)));
        assertThat(reply).as(name).isInstanceOf(ToolReply.Result.class);
        var text = JsonOutput.compact(((ToolReply.Result) reply).document());
        var schema = JsonMapper.shared().readTree(tool.hints().output().get());
        assertThat(ClosedSchema.of(schema).problems(text)).as(name + "\n" + text).isEmpty();
        called.add(name);
        return JsonMapper.shared().readTree(text);
    }

    /** A server does not check them when it starts. */
    @Test
    void each_schema_is_a_json_schema() throws Exception {
        var place = CliFixture.ready(folder);
        var validator = McpJsonDefaults.getSchemaValidator();
        for (var offer :
                List.of(
                        McpCapabilities.forOperators(place.root, place.environment, System.err),
                        McpCapabilities.forWorkers(place.root, place.environment, System.err),
                        McpCapabilities.forAgents(
                                place.root,
                                place.environment,
                                new ProcessMarker("r1", 1),
                                System.err)))
            for (var each : McpToolAdapter.of(offer, new OpenCalls())) {
                validator.assertConforms(each.tool().name(), each.tool().inputSchema());
                validator.assertConforms(each.tool().name(), each.tool().outputSchema());
            }
    }

    @Test
    void each_answer_has_the_declared_members_only() throws Exception {
        var place = CliFixture.gated(folder);
        tools = McpCapabilities.forOperators(place.root, place.environment, System.err).tools();
        reads();
        ofGates();
        ofRuns();
        ofWorkflows();
        called.addAll(DRIVING);
        called.addAll(WITHOUT_SCHEMA);
        assertThat(called).containsAll(tools.stream().map(McpTool::name).toList());
        assertThat(tools)
                .filteredOn(tool -> tool.hints().output().isEmpty())
                .extracting(McpTool::name)
                .isEqualTo(WITHOUT_SCHEMA);
    }

    private void reads() throws Exception {
        for (var name :
                List.of(
                        "run_status",
                        "run_task",
                        "run_show",
                        "run_explain",
                        "run_cost",
                        "run_costs",
                        "forks",
                        "run_report",
                        "runs_list",
                        "run_commits",
                        "gates",
                        "run_log",
                        "run_calls",
                        "run_output",
                        "agents_list",
                        "config_show",
                        "schema",
                        "version",
                        "workflow_list",
                        "workflow_definitions")) call(name, Map.of());
        call("run_show", Map.of("prompt", true));
        call("run_diff", Map.of("from", "@:3", "to", "@"));
        call("run_diff", Map.of("from", "@:3", "to", "@", "state", true));
        call("run_blame", Map.of("run", "@", "path", "slots.gate"));
        call("schema", Map.of("name", "run"));
        call("wait_for", Map.of());
        for (var name :
                List.of("workflow_show", "workflow_graph", "workflow_check", "workflow_simulate"))
            call(name, Map.of("workflow", "ralph"));
    }

    private void ofGates() throws Exception {
        var gate = Map.<String, Object>of("run", "@", "gate", "planning");
        var shown = call("gate_show", gate);
        call(
                "gate_edit",
                Map.of(
                        "run",
                        "@",
                        "gate",
                        "planning",
                        "artifact",
                        "plan",
                        "instance",
                        shown.get("instance").asString(),
                        "revision",
                        shown.get("revision").asLong(),
                        "tree",
                        shown.get("tree").asString(),
                        "content",
                        shown.at("/artifacts/0/content").asString() + " "));
        var again = call("gate_show", gate);
        call(
                "gate_resolve",
                Map.of(
                        "action", "approve",
                        "gate_id", "planning",
                        "run", again.get("run").asString(),
                        "instance", again.get("instance").asString(),
                        "revision", again.get("revision").asLong()));
    }

    private void ofRuns() throws Exception {
        call("run_pause", Map.of("run", "@"));
        call("freeze_run", Map.of("gate_id", "look", "reason", "Look first", "run", "@"));
        call("run_fork", Map.of("run", "@"));
        call("run_cancel", Map.of("run", "@"));
        call("provenance", Map.of());
        call("gc", Map.of());
        call("reset", Map.of());
    }

    private void ofWorkflows() throws Exception {
        var made = call("workflow_create", Map.of("definition", TASKS));
        var id = Map.<String, Object>of("id", made.at("/workflow/id").asString());
        call("workflow_ready", id);
        call("workflow_status", id);
        call("workflow_cancel", id);
    }
}
