package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Shell;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
    private void kill(String workflow) throws Exception {
        kill(workflow, AgentScripts.DEADLY);
    }

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

    @Test
    void S1_56_all_running_workflows_are_resumed_and_named_and_no_others() throws Exception {
        var shop = created("Shop", "login", "search");
        kill(shop);
        var site = created("Site", "home");
        kill(site);
        var held = created("Held", "later");
        kill(held);
        place.foldline("workflow", "stop", held);
        var ready = created("Ready", "some");
        var reported = json("workflow", "recover", "--json");
        assertThat(reported.get("resumed").valueStream().map(JsonNode::asString))
                .containsExactlyInAnyOrder(shop, site);
        assertThat(reported.get("ok").asBoolean()).isTrue();
        assertThat(status(shop)).isEqualTo("completed");
        assertThat(status(site)).isEqualTo("completed");
        assertThat(status(held)).isEqualTo("paused");
        assertThat(status(ready)).isEqualTo("ready");
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactlyInAnyOrder("Merge login", "Merge search", "Merge home", "first");
        assertThat(place.foldline("workflow", "recover").out())
                .isEqualTo("No workflow was running.\n");
    }

    @Test
    @Thorough
    void S1_56_a_workflow_with_an_unreadable_log_has_failed_and_the_others_are_resumed()
            throws Exception {
        var broken = created("Broken", "login");
        kill(broken);
        var log = place.root.resolve(".git/foldline/runs").resolve(broken).resolve("events.jsonl");
        var lines = Files.readString(log).lines().toList();
        Files.writeString(
                log,
                lines.getFirst()
                        + "\n"
                        + "{\"not\": \"an event\"}\n"
                        + String.join("\n", lines.subList(2, lines.size()))
                        + "\n");
        Files.deleteIfExists(log.resolveSibling("snapshot.json"));
        var whole = created("Whole", "home");
        kill(whole);
        var reported = json("workflow", "recover", "--json");
        assertThat(reported.get("exit").asInt()).isEqualTo(1);
        assertThat(reported.get("resumed").valueStream().map(JsonNode::asString))
                .containsExactly(whole);
        assertThat(reported.get("failed").get(0).get("id").asString()).isEqualTo(broken);
        assertThat(reported.get("failed").get(0).get("reason").asString()).isNotBlank();
        assertThat(status(whole)).isEqualTo("completed");
    }

    @Test
    @Thorough
    void S1_56_a_workflow_of_other_rules_is_left_with_the_command_that_resumes_it()
            throws Exception {
        var old = created("Old", "login");
        kill(old);
        place.older(old);
        var reported = json("workflow", "recover", "--json");
        assertThat(reported.get("resumed")).isEmpty();
        assertThat(reported.get("failed").get(0).get("id").asString()).isEqualTo(old);
        assertThat(reported.get("failed").get(0).get("reason").asString())
                .contains("this is version")
                .endsWith("foldline workflow resume " + old + " --accept-rules");
        assertThat(place.foldline("workflow", "resume", old, "--accept-rules").exit()).isZero();
        assertThat(status(old)).isEqualTo("completed");
    }

    /** As if somebody had tidied up: what its file said is no longer there. */
    private void lost(String name) throws IOException {
        try (var texts = Files.walk(place.root.resolve(".git/foldline/blobs"))) {
            for (var text : texts.filter(Files::isRegularFile).toList())
                if (Files.readString(text).startsWith("name: " + name + "\n")) Files.delete(text);
        }
    }

    @Test
    @Thorough
    void S1_56_a_lost_text_of_one_workflow_does_not_affect_the_others() throws Exception {
        var old = created("Old", "gone");
        place.agent(AgentScripts.FOR_A_TASK);
        assertThat(place.foldline("workflow", "start", old).exit()).isZero();
        lost("Old");
        var broken = created("Broken", "login");
        kill(broken);
        lost("Broken");
        var whole = created("Whole", "home");
        kill(whole);
        var reported = json("workflow", "recover", "--json");
        assertThat(reported.get("resumed").valueStream().map(JsonNode::asString))
                .containsExactly(whole);
        assertThat(reported.get("failed").valueStream().map(each -> each.get("id").asString()))
                .containsExactly(broken);
        assertThat(status(whole)).isEqualTo("completed");
        assertThat(status(old)).isEqualTo("completed");
        assertThat(place.foldline("workflow", "resume", broken).err())
                .contains("are missing or damaged: definition");
        assertThat(place.foldline("workflow", "stop", "--all").all())
                .doesNotContain("NoSuchFile", old);
        assertThat(place.foldline("workflow", "cancel", broken, "--yes").exit()).isZero();
        assertThat(status(broken)).isEqualTo("cancelled");
    }

    /** Its error terminal works; its first driver is ended then. */
    private static final String DEADLY_MENDER =
            """
            [ $FOLDLINE_ROLE = error ] || { echo broken > broken.txt; exit 3; }
            """
                    + AgentScripts.DEADLY;

    @Test
    @Thorough
    void S1_56_a_workflow_that_fixes_its_errors_is_resumed_after_its_driver_died()
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
        assertThat(
                        json("workflow", "recover", "--json")
                                .get("resumed")
                                .valueStream()
                                .map(JsonNode::asString))
                .containsExactly(id);
        assertThat(status(id)).isEqualTo("completed");
    }

    @Test
    @Thorough
    void S1_56_a_task_that_waits_for_the_user_does_not_block_the_other_tasks() throws Exception {
        var id = created("Shop", "login", "search");
        kill(
                id,
                """
                case $(git rev-parse --abbrev-ref HEAD) in
                  *login) exit 3 ;;
                esac
                for try in $(seq 2400); do grep -q 'login is failed' "$HOME/said" && break; sleep 0.1; done
                """
                        + AgentScripts.DEADLY);
        assertThat(
                        json("workflow", "recover", "--json")
                                .get("resumed")
                                .valueStream()
                                .map(JsonNode::asString))
                .containsExactly(id);
        assertThat(place.git("log", "--format=%s", "foldline/shop-search"))
                .as("the other was worked on")
                .contains("search");
    }
}
