package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Workflows of tasks as a person runs them: real repositories, real agents, real merges. */
class WorkflowRunTest {
    private static final String TWO_TASKS =
            """
            name: Shop
            target: main
            tasks:
              - name: login
                description: Add a login
                terminals:
                  - { role: developer, agent: mine }
                  - { role: reviewer, agent: mine, description: look at it }
              - name: search
                description: Add a search
                terminals:
                  - { role: developer, agent: mine }
            """;

    /**
     * Each developer waits until the other one has begun: neither could end if they were called one
     * after the other.
     */
    private static final String MEETING =
            """
            [ "$FOLDLINE_ROLE" = developer ] || { echo "it looks good"; exit 0; }
            mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//')
            touch "$HOME/begun-$mine"
            for try in $(seq 2400); do
              if [ "$(ls "$HOME" | grep -c '^begun-')" = 2 ]; then echo "$mine" > "$mine.txt"; exit 0; fi
              sleep 0.1
            done
            echo "nobody else has begun"; exit 1
            """;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder).write("tasks.yaml", TWO_TASKS);
        place.agent(MEETING);
    }

    private JsonNode status() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "status", "--json").out());
    }

    private String word() {
        return status().get("workflow").get("status").asString();
    }

    private CommandResult ready() {
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        return place.foldline("workflow", "ready");
    }

    private CommandResult start() {
        ready();
        return place.foldline("workflow", "start");
    }

    @Test
    void S1_17_S1_22_S1_41_S1_44_two_tasks_are_worked_on_at_the_same_time_and_both_are_merged()
            throws Exception {
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(word()).isEqualTo("created");
        assertThat(status().at("/tasks/0/terminals/1/status").asString()).isEqualTo("not_started");
        place.foldline("workflow", "ready");
        assertThat(word()).isEqualTo("ready");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out())
                .contains("is completed")
                .contains("task      login completed, merged")
                .contains("developer completed");
        var lines = reported.err().lines().map(line -> line.replaceFirst("^\\S+ ", "")).toList();
        assertThat(lines)
                .as("each change once")
                .doesNotHaveDuplicates()
                .contains(
                        "task      login/developer working",
                        "task      login/developer completed",
                        "task      search is completed",
                        "phase     merging 1/2 take")
                .anyMatch(
                        line ->
                                line.matches(
                                        "commit    [0-9a-f]{7} login: Add a login"
                                                + " \\(foldline/shop-login\\)"))
                .noneMatch(
                        line ->
                                line.contains("looked where")
                                        || line.contains("switching")
                                        || line.startsWith("notice")
                                        || line.startsWith("outside"));
        assertThat(status().get("next").valueStream().map(JsonNode::asString))
                .first()
                .asString()
                .matches("git log --oneline [0-9a-f]{7}\\.\\.main");
        assertThat(place.git("ls-tree", "--name-only", "main")).contains("login.txt", "search.txt");
        assertThat(place.git("show", "foldline/shop-login:login.txt")).isEqualTo("login");
        assertThat(place.git("ls-tree", "--name-only", "foldline/shop-login"))
                .doesNotContain("search.txt");
        assertThat(reported.all())
                .as("commits and calls are its tasks' own")
                .contains(" end       completed\n")
                .doesNotContain("0 agent calls");
        isCompletedAndMerged();
        assertThat(place.foldline("workflow", "start").err())
                .contains("is not ready. Current status: completed");
    }

    private void isCompletedAndMerged() throws Exception {
        assertThat(word()).isEqualTo("completed");
        var search = status().at("/tasks/1");
        assertThat(search.get("id").asString()).isEqualTo("search");
        assertThat(search.get("status").asString()).isEqualTo("completed");
        assertThat(search.get("merged").asBoolean()).isTrue();
        assertThat(search.get("branch").asString()).isEqualTo("foldline/shop-search");
        assertThat(search.get("run").asString()).matches("r[a-z2-7]{16}");
        assertThat(search.at("/terminals/0/status").asString()).isEqualTo("completed");
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
        assertThat(place.git("log", "-1", "--format=%b", "main")).startsWith("Foldline-Ticket: ");
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
        assertThat(place.git("status", "--porcelain")).isEqualTo("?? foldline.yaml\n?? tasks.yaml");
        assertThat(place.foldline("status").out())
                .as("the latest run is the workflow and not one of its tasks")
                .startsWith(status().at("/workflow/id").asString());
    }

    @Test
    void S1_03_S1_04_S1_05_a_start_that_cannot_succeed_is_refused_and_starts_nothing()
            throws Exception {
        assertThat(place.foldline("workflow", "start", "rzzz").err())
                .contains("Workflow rzzz not found");
        assertThat(place.foldline("workflow", "status").err()).contains("Workflow @ not found");
        var unknown = TWO_TASKS.replace("agent: mine, description", "agent: nobody, description");
        place.write("tasks.yaml", unknown);
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        var early = place.foldline("workflow", "start");
        assertThat(early.exit()).isEqualTo(1);
        assertThat(early.err())
                .containsPattern("Workflow r[a-z2-7]{16} is not ready\\. Current status: created")
                .contains("foldline workflow ready");
        place.foldline("workflow", "ready");
        assertThat(place.foldline("workflow", "ready").err())
                .contains("is not created. Current status: ready");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.err()).contains("unknown agent nobody");
        assertThat(place.foldline("resume").err())
                .contains("is a workflow", "foldline workflow resume");
        assertThat(place.foldline("run", "--workflow", "tasks", "do it").err())
                .contains("foldline workflow create -f FILE");
        assertThat(word()).isEqualTo("ready");
        assertThat(place.git("branch", "--list", "foldline/*")).isEmpty();
    }

    @Test
    void S1_21_an_empty_workflow_is_valid_and_a_task_without_terminals_is_skipped()
            throws Exception {
        place.write("tasks.yaml", "name: Nothing\ntasks: []\n");
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").err())
                .isEqualTo("the workflow has no tasks\n");
        assertThat(start().exit()).isZero();
        place.write("tasks.yaml", "name: Empty\ntasks: [ { name: later } ]\n");
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").err())
                .contains("task later has no terminals and is skipped");
        place.foldline("workflow", "ready");
        assertThat(place.foldline("workflow", "start").exit()).isZero();
        assertThat(place.git("branch", "--list", "foldline/empty-later")).isEmpty();
    }

    @Test
    void S1_43_S1_51_S1_53_a_failed_terminal_fails_the_workflow_and_continues_when_it_is_resumed()
            throws Exception {
        place.agent(
                "case $(git rev-parse --abbrev-ref HEAD) in *login) exit 3 ;; *) echo work >"
                        + " work.txt ;; esac\n");
        var reported = start();
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(word()).isEqualTo("failed");
        assertThat(status().get("tasks").get(0).get("status").asString()).isEqualTo("failed");
        assertThat(status().get("tasks").get(0).get("terminals").get(0).get("status").asString())
                .isEqualTo("failed");
        assertThat(status().get("tasks").get(1).get("status").asString()).isEqualTo("completed");
        assertThat(place.git("log", "--format=%s", "main"))
                .as("nothing is merged before all are completed")
                .isEqualTo("first");
        assertThat(status().at("/tasks/0/terminals")).as("no error terminal").hasSize(2);
        var failed = status().at("/tasks/0/run").asString();
        place.agent("echo login > login.txt; echo made\n");
        var resumed = place.foldline("workflow", "resume");
        assertThat(resumed.exit()).as(resumed.all()).isZero();
        assertThat(word()).isEqualTo("completed");
        assertThat(status().at("/tasks/0/run").asString()).isEqualTo(failed);
        assertThat(place.git("ls-tree", "--name-only", "main")).contains("login.txt", "work.txt");
    }

    @Test
    void a_task_at_its_budget_exits_with_the_code_of_budgets_and_the_printed_command_continues()
            throws Exception {
        place.configured("checks: []\nbudget: { agent_calls: 1, wall: 2h }\n");
        place.agent(
                "echo $FOLDLINE_ROLE >> $(git rev-parse --abbrev-ref HEAD | sed 's/.*-//').txt;"
                        + " echo made\n");
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").err())
                .contains("each task has a budget of its own: 1 agent call, 2h 0m");
        place.foldline("workflow", "ready");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(6);
        assertThat(status().get("tasks").get(0).get("error").asString())
                .contains("Stopped, its budget is used up (agent calls)");
        var next = status().get("next").get(0).asString();
        assertThat(next).matches("foldline resume r[a-z2-7]{16} --budget agent_calls=\\+20");
        assertThat(place.foldline("workflow", "resume").exit())
                .as("it is still there")
                .isEqualTo(6);
        assertThat(place.foldline(next.substring("foldline ".length()).split(" ")).exit()).isZero();
        assertThat(place.foldline("workflow", "resume").exit()).isZero();
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
    }

    @Test
    void a_branch_and_ids_that_the_file_names_are_taken_and_a_name_that_is_taken_gets_a_number()
            throws Exception {
        place.git("branch", "foldline/shop");
        place.git("branch", "-m", "main", "master");
        place.write(
                "tasks.yaml",
                """
                name: Shop
                tasks:
                  - { name: login, id: l1, branch: feature/login, terminals: [ { role: developer, id: dev, agent: [mine] }, { role: developer, agent: mine } ] }
                """);
        place.agent("echo by $FOLDLINE_ROLE >> login.txt\n");
        assertThat(start().exit()).isZero();
        assertThat(place.git("show", "feature/login:login.txt")).isEqualTo("by dev\nby developer");
        assertThat(status().get("tasks").get(0).get("id").asString()).isEqualTo("l1");
        assertThat(status().get("workflow").get("branch").asString()).isEqualTo("foldline/shop-2");
        assertThat(status().get("workflow").get("target").asString())
                .as("the default branch of the repository")
                .isEqualTo("master");
    }

    @Test
    void all_mistakes_of_the_file_are_reported_with_their_lines() throws IOException {
        Files.writeString(
                place.root.resolve("tasks.yaml"),
                "name: Shop\n"
                        + "task: []\n"
                        + "tasks:\n"
                        + "  - description: nameless\n"
                        + "  - name: a\n"
                        + "    terminals: [ { role: dev } ]\n");
        var reported = place.foldline("workflow", "create", "-f", "tasks.yaml");
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.err())
                .contains("tasks.yaml:2:1: there is no key task here")
                .contains("tasks.yaml:4:5: name is missing")
                .contains("tasks.yaml:6:18: a terminal without an agent");
        var wrong =
                Map.of(
                        "tasks:\n",
                        "tasks.yaml:1:1: tasks is missing",
                        "merge: { on_conflict: agent }\ntasks: []\n",
                        "no agent for conflicts",
                        "merge: { agent: mine }\ntasks: []\n",
                        "an agent for conflicts that wait for the user",
                        "merge: { strategy: octopus }\ntasks: []\n",
                        "here strategy is octopus");
        wrong.forEach(this::isRefused);
    }

    private void isRefused(String file, String problem) {
        try {
            place.write("tasks.yaml", "name: Shop\n" + file);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        var refused = place.foldline("workflow", "create", "-f", "tasks.yaml");
        assertThat(refused.exit()).as(file).isEqualTo(2);
        assertThat(refused.err()).contains(problem, "foldline workflow create -f tasks.yaml");
    }
}
