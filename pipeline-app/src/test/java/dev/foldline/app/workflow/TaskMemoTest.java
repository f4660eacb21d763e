package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.projection.Projections;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a workflow says of itself to programs that do not read logs. */
class TaskMemoTest {
    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_workflow_that_is_created() throws Exception {
        place =
                CliFixture.ready(folder)
                        .write(
                                "tasks.yaml",
                                """
                                name: Shop
                                target: main
                                tasks:
                                  - name: login
                                    terminals:
                                      - { role: developer, agent: mine }
                                      - { role: reviewer, agent: mine }
                                """);
        place.foldline("workflow", "create", "-f", "tasks.yaml");
    }

    private Path file() throws Exception {
        try (var here = Workspace.open(place.root, place.environment)) {
            return WorkflowLookup.find(here.runs(), "@").path().resolve("memo.json");
        }
    }

    private JsonNode memo() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "memo").out());
    }

    private void starts(String agent) throws Exception {
        place.agent(agent);
        place.foldline("workflow", "ready");
        place.foldline("workflow", "start");
    }

    @Test
    void S1_55_the_memo_matches_the_log_and_is_deleted_when_the_workflow_ends() throws Exception {
        assertThat(memo().get("run_state").asString()).isEqualTo("idle");
        assertThat(memo().get("planning_complete").asBoolean()).isFalse();
        starts("[ \"$FOLDLINE_ROLE\" = developer ] || exit 1; echo done > done.txt");
        var task = memo().get("task_states").get(0);
        assertThat(task.get("task_id").asString()).isEqualTo("login");
        assertThat(task.get("current_terminal_index").asInt()).isEqualTo(1);
        assertThat(task.get("total_terminals").asInt()).isEqualTo(2);
        assertThat(task.get("completed_terminals").toString()).isEqualTo("[\"developer\"]");
        assertThat(task.get("failed_terminals").toString()).isEqualTo("[\"reviewer\"]");
        assertThat(memo().get("error_count").asInt()).isEqualTo(1);
        assertThat(memo().get("planning_complete").asBoolean()).isTrue();
        var saved = memo();
        Files.delete(file());
        assertThat(memo()).as("made anew from the log").isEqualTo(saved);
        place.agent("echo done > \"$FOLDLINE_ROLE.txt\"");
        place.foldline("workflow", "resume");
        assertThat(file()).doesNotExist();
        assertThat(memo().get("run_state").asString()).isEqualTo("stopped");
        assertThat(memo().get("task_states").get(0).get("is_completed").asBoolean()).isTrue();
        assertThat(memo().get("error_count").asInt()).isEqualTo(1);
    }

    @Test
    void S1_55_the_memo_contains_events_logged_since_its_driver_died() throws Exception {
        place.foldline("workflow", "ready");
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = WorkflowLookup.find(here.runs(), "@");
            var started =
                    new WorkflowOperations(here)
                            .start(run, RunLauncher.configuration(here, run, List.of()).settings());
            Projections.of(run, started.log().state(), here.runs(), here.root(), _ -> {});
            started.close();
            assertThat(file()).exists();
        }
        assertThat(memo().get("run_state").asString()).isEqualTo("processing");
        assertThat(place.foldline("workflow", "stop").exit()).isZero();
        assertThat(memo().get("run_state").asString()).isEqualTo("paused");
    }
}
