package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Shell;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;

/** Several workflows whose drivers died, taken up at once. */
class RecoveredWorkflowsTest {
    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
    }

    private JsonNode json(String... words) {
        return JsonMapper.shared().readTree(place.foldline(words).out());
    }

    private String created(String name, String... tasks) throws IOException {
        var text = new StringBuilder("name: " + name + "\ntasks:\n");
        for (var task : tasks)
            text.append("  - { name: ")
                    .append(task)
                    .append(", terminals: [ { role: developer, agent: mine } ] }\n");
        place.write("tasks.yaml", text.toString());
        var id =
                json("workflow", "create", "-f", "tasks.yaml", "--json")
                        .get("workflow")
                        .get("id")
                        .asString();
        assertThat(place.foldline("workflow", "ready", id).exit()).isZero();
        return id;
    }

    /** Works only for whoever takes it up: its first driver is ended. */
    private void kill(String workflow, String agent) throws Exception {
        place.agent(agent);
        assertThat(
                        Shell.run(
                                        place,
                                        """
                                        "$ENGINE" workflow start %s > "$HOME/said" 2>&1 &
                                        echo $! > "$HOME/pid"
                                        wait $!
                                        echo "exit $?"
                                        """
                                                .formatted(workflow))
                                .out())
                .contains("exit 137");
        place.agent(AgentScripts.FOR_A_TASK);
    }

    private String status(String workflow) {
        return json("workflow", "status", workflow, "--json")
                .get("workflow")
                .get("status")
                .asString();
    }

    /** As its driver left it that died before it did anything. */
    private String left(String name, String... tasks) throws Exception {
        var id = created(name, tasks);
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = WorkflowLookup.find(here.runs(), id);
            var settings = RunLauncher.configuration(here, run, List.of()).settings();
            new WorkflowOperations(here).start(run, settings).close();
        }
        return id;
    }

    /** As if somebody had tidied up: what its file said is no longer there. */
    private void lost(String name) throws IOException {
        try (var texts = Files.walk(place.root.resolve(".git/foldline/blobs"))) {
            for (var text : texts.filter(Files::isRegularFile).toList())
                if (Files.readString(text).startsWith("name: " + name + "\n")) Files.delete(text);
        }
    }

    private void unreadable(String workflow) throws IOException {
        var log =
                place.root.resolve(".git/foldline/runs").resolve(workflow).resolve("events.jsonl");
        var lines = Files.readAllLines(log);
        lines.set(1, "{\"not\": \"an event\"}");
        Files.writeString(log, String.join("\n", lines) + "\n");
        Files.deleteIfExists(log.resolveSibling("snapshot.json"));
    }

    @Test
    void S1_56_all_running_workflows_are_resumed_and_named_and_no_others() throws Exception {
        place.agent(AgentScripts.FOR_A_TASK);
        var shop = left("Shop", "login", "search");
        var site = left("Site", "home");
        var held = left("Held", "later");
        place.foldline("workflow", "stop", held);
        var ready = created("Ready", "some");
        var old = left("Old", "older");
        place.older(old);
        var torn = left("Torn", "one");
        unreadable(torn);
        var gone = left("Gone", "two");
        lost("Gone");
        var reported = json("workflow", "recover", "--json");
        assertThat(reported.get("exit").asInt()).isEqualTo(1);
        assertThat(reported.get("resumed").valueStream().map(JsonNode::asString))
                .containsExactlyInAnyOrder(shop, site);
        assertThat(status(shop)).isEqualTo("completed");
        assertThat(status(site)).isEqualTo("completed");
        assertThat(status(held)).isEqualTo("paused");
        assertThat(status(ready)).isEqualTo("ready");
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactlyInAnyOrder("Merge login", "Merge search", "Merge home", "first");
        var failed = new HashMap<String, String>();
        for (var each : reported.get("failed"))
            failed.put(each.get("id").asString(), each.get("reason").asString());
        assertThat(failed).containsOnlyKeys(old, torn, gone);
        assertThat(failed.get(torn)).isNotBlank();
        assertThat(failed.get(old))
                .contains("this is version")
                .endsWith("foldline workflow resume " + old + " --accept-rules");
        assertThat(place.foldline("workflow", "resume", gone).err())
                .contains("are missing or damaged: definition");
        assertThat(place.foldline("workflow", "cancel", gone, "--yes").exit()).isZero();
        assertThat(status(gone)).isEqualTo("cancelled");
        assertThat(place.foldline("workflow", "resume", old, "--accept-rules").exit()).isZero();
        assertThat(status(old)).isEqualTo("completed");
    }

    /** Its error terminal works; its first driver is ended then. */
    private static final String DEADLY_MENDER =
            """
            [ $FOLDLINE_ROLE = error ] || { echo broken > broken.txt; exit 3; }
            """
                    + AgentScripts.DEADLY;

    @Test
    void S1_56_a_workflow_that_can_continue_is_resumed_although_it_or_a_task_has_failed()
            throws Exception {
        place.write(
                "tasks.yaml",
                """
                name: Shop
                error_terminal_enabled: true
                error_terminal_cli_id: mine
                error_terminal_model_id: small
                tasks: [ { name: login, terminals: [ { role: developer, agent: mine } ] } ]
                """);
        var id =
                json("workflow", "create", "-f", "tasks.yaml", "--json")
                        .get("workflow")
                        .get("id")
                        .asString();
        assertThat(place.foldline("workflow", "ready", id).exit()).isZero();
        kill(id, DEADLY_MENDER);
        assertThat(status(id)).isEqualTo("failed");
        var waiting = created("Site", "home", "search");
        kill(
                waiting,
                """
                case $(git rev-parse --abbrev-ref HEAD) in
                  *home) exit 3 ;;
                esac
                for try in $(seq 2400); do grep -q 'home is failed' "$HOME/said" && break; sleep 0.1; done
                """
                        + AgentScripts.DEADLY);
        assertThat(
                        json("workflow", "recover", "--json")
                                .get("resumed")
                                .valueStream()
                                .map(JsonNode::asString))
                .containsExactlyInAnyOrder(id, waiting);
        assertThat(status(id)).isEqualTo("completed");
        assertThat(place.git("log", "--format=%s", "foldline/site-search"))
                .as("the task beside the failed one was worked on")
                .contains("search");
    }
}
