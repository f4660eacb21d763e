package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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

    private Path home() {
        return Path.of(place.environment.get("HOME"));
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
    void S1_22_two_tasks_are_worked_on_at_the_same_time_each_on_its_own_branch_and_both_are_merged()
            throws Exception {
        var reported = start();
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
    }

    @Thorough
    @Test
    void S1_41_S1_44_the_target_gets_one_commit_for_each_task_in_their_order() throws Exception {
        start();
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
        assertThat(place.git("log", "-1", "--format=%b", "main")).startsWith("Foldline-Ticket: ");
    }

    @Test
    @Thorough
    void the_checkout_the_workflow_was_started_from_stays_as_it_is_but_for_what_is_merged_into_it()
            throws Exception {
        assertThat(start().all())
                .as("commits and calls are its tasks' own")
                .contains(" end       completed\n")
                .doesNotContain("0 agent calls");
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
        assertThat(place.root.resolve("login.txt")).exists();
        assertThat(place.git("status", "--porcelain")).isEqualTo("?? foldline.yaml\n?? tasks.yaml");
    }

    @Thorough
    @Test
    void S1_17_a_workflow_goes_from_created_to_ready_to_completed_and_each_status_is_reported() {
        var created = place.foldline("workflow", "create", "-f", "tasks.yaml", "--json");
        assertThat(created.exit()).as(created.all()).isZero();
        assertThat(word()).isEqualTo("created");
        assertThat(status().get("tasks").get(0).get("terminals").get(1).get("status").asString())
                .isEqualTo("not_started");
        place.foldline("workflow", "ready");
        assertThat(word()).isEqualTo("ready");
        place.foldline("workflow", "start");
        assertThat(word()).isEqualTo("completed");
        var task = status().get("tasks").get(1);
        assertThat(task.get("id").asString()).isEqualTo("search");
        assertThat(task.get("status").asString()).isEqualTo("completed");
        assertThat(task.get("merged").asBoolean()).isTrue();
        assertThat(task.get("branch").asString()).isEqualTo("foldline/shop-search");
        assertThat(task.get("run").asString()).matches("r[a-z2-7]{16}");
        assertThat(task.get("terminals").get(0).get("status").asString()).isEqualTo("completed");
    }

    @Test
    void S1_03_an_unknown_workflow_is_not_found() {
        assertThat(place.foldline("workflow", "start", "rzzz").err())
                .contains("Workflow rzzz not found");
        assertThat(place.foldline("workflow", "status").err()).contains("Workflow @ not found");
    }

    @Thorough
    @Test
    void S1_04_a_workflow_starts_only_if_ready_and_nothing_is_started_otherwise() throws Exception {
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err())
                .containsPattern("Workflow r[a-z2-7]{16} is not ready\\. Current status: created")
                .contains("foldline workflow ready");
        assertThat(place.git("branch", "--list", "foldline/*")).isEmpty();
        place.foldline("workflow", "ready");
        assertThat(place.foldline("workflow", "ready").err())
                .contains("is not created. Current status: ready");
        place.foldline("workflow", "start");
        assertThat(place.foldline("workflow", "start").err())
                .contains("is not ready. Current status: completed");
    }

    @Test
    void S1_05_a_start_that_cannot_succeed_is_refused_and_the_workflow_stays_ready()
            throws Exception {
        place.write(
                "tasks.yaml",
                TWO_TASKS.replace("agent: mine, description", "agent: nobody, description"));
        var reported = start();
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.err()).contains("unknown agent nobody");
        assertThat(word()).isEqualTo("ready");
    }

    @Test
    void a_file_without_tasks_is_no_workflow() throws Exception {
        for (var text : new String[] {"name: Shop\n", "name: Shop\ntasks:\n"}) {
            place.write("tasks.yaml", text);
            var reported = place.foldline("workflow", "create", "-f", "tasks.yaml");
            assertThat(reported.exit()).isEqualTo(2);
            assertThat(reported.err())
                    .contains(
                            "tasks.yaml:1:1: tasks is missing",
                            "foldline workflow create -f tasks.yaml");
        }
        assertThat(place.foldline("workflow", "status").err()).contains("Workflow @ not found");
    }

    @Test
    @Thorough
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
    void S1_51_a_failed_terminal_fails_the_workflow_and_the_other_tasks_continue()
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
    }

    @Thorough
    @Test
    void S1_43_a_failed_task_is_resumed_with_its_log_branch_and_tree_and_then_all_is_merged()
            throws Exception {
        place.agent(
                "case $(git rev-parse --abbrev-ref HEAD) in *login) exit 3 ;; *) echo work >"
                        + " work.txt ;; esac\n");
        start();
        var failed = status().get("tasks").get(0).get("run").asString();
        place.agent("echo login > login.txt; echo made\n");
        var reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(word()).isEqualTo("completed");
        assertThat(status().get("tasks").get(0).get("run").asString()).isEqualTo(failed);
        assertThat(place.git("ls-tree", "--name-only", "main")).contains("login.txt", "work.txt");
    }

    @Test
    @Thorough
    void a_task_that_was_cancelled_separately_is_not_restarted_and_reports_it() throws Exception {
        place.agent(
                "case $(git rev-parse --abbrev-ref HEAD) in *login) exit 3 ;; *) echo work >"
                        + " work.txt ;; esac\n");
        start();
        var login = status().get("tasks").get(0).get("run").asString();
        assertThat(place.foldline("cancel", login, "--yes", "-m", "not needed").exit()).isZero();
        for (int time = 1; time <= 2; time++) {
            var reported = place.foldline("workflow", "resume");
            assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
            assertThat(reported.out())
                    .contains("login cancelled")
                    .contains("was cancelled: not needed")
                    .contains("next      foldline workflow cancel");
            assertThat(status().get("tasks").get(0).get("run").asString()).isEqualTo(login);
        }
        assertThat(place.foldline("workflow", "cancel", "--yes").exit()).isZero();
    }

    @Test
    void the_creator_of_a_workflow_is_informed_of_the_budget_of_each_task() throws Exception {
        place.configured("checks: []\nbudget: { agent_calls: 7, wall: 2h }\n");
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").err())
                .contains("each task has a budget of its own: 7 agent calls, 2h 0m");
    }

    @Test
    @Thorough
    void a_workflow_that_cannot_be_driven_is_not_resumed() throws Exception {
        place.configured("checks: [\"false\"]\n");
        place.agent("echo work > work.txt; echo made\n");
        start();
        var log =
                place.root
                        .resolve(".git/foldline/runs")
                        .resolve(status().get("workflow").get("id").asString())
                        .resolve("events.jsonl");
        var before = Files.readString(log);
        place.configured("checks: 7: 8\n");
        assertThat(place.foldline("workflow", "resume").exit()).isEqualTo(2);
        assertThat(place.foldline("workflow", "resolve").exit()).isEqualTo(2);
        assertThat(Files.readString(log)).isEqualTo(before);
    }

    @Test
    @Thorough
    void a_task_at_its_budget_exits_with_the_code_of_budgets_and_the_printed_command_continues()
            throws Exception {
        place.configured("checks: []\nbudget: { agent_calls: 1 }\n");
        place.agent(
                "echo $FOLDLINE_ROLE >> $(git rev-parse --abbrev-ref HEAD | sed 's/.*-//').txt;"
                        + " echo made\n");
        var reported = start();
        assertThat(reported.exit()).as(reported.all()).isEqualTo(6);
        assertThat(status().get("tasks").get(0).get("error").asString())
                .contains("has reached its budget (agent_calls)");
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
    void S1_42_S1_47_a_conflict_leaves_the_workflow_merging_and_its_resolution_is_merged()
            throws Exception {
        place.agent(
                "[ \"$FOLDLINE_ROLE\" = developer ] && git rev-parse --abbrev-ref HEAD > same.txt;"
                        + " echo made\n");
        var reported = start();
        assertThat(reported.exit()).as(reported.all()).isEqualTo(5);
        assertThat(reported.out())
                .contains("is merging")
                .contains("merge conflict with main in same.txt");
        assertThat(word()).isEqualTo("merging");
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge login: Add a login", "first");
        var tree =
                place.git("worktree", "list")
                        .lines()
                        .filter(line -> line.contains("shop-search"))
                        .findFirst()
                        .orElseThrow()
                        .split(" ")[0];
        assertThat(reported.out().lines().filter(line -> line.contains("next ")))
                .as("to be pasted")
                .containsExactly(
                        "  next      git -C " + tree + " merge main",
                        "  next      foldline workflow resolve "
                                + status().get("workflow").get("id").asString());
        place.git("-C", tree, "merge", "-q", "-X", "ours", "-m", "Resolve", "main");
        assertThat(place.foldline("workflow", "resolve").exit()).isZero();
        assertThat(place.foldline("workflow", "resolve").err())
                .contains("is not waiting for a merge to be resolved. Current status: completed");
        assertThat(word()).isEqualTo("completed");
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
    }

    @Test
    @Thorough
    void S1_48_a_check_runs_on_the_merged_work_and_a_failure_prevents_the_landing()
            throws Exception {
        place.configured("checks: [\"test ! -e login.txt || test ! -e search.txt\"]\n");
        var reported = start();
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge login: Add a login", "first");
        place.configured("checks: []\n");
        assertThat(word()).isEqualTo("merging");
    }

    @Thorough
    @Test
    void S1_22_no_more_than_five_terminals_work_at_once_and_all_tasks_are_processed()
            throws Exception {
        var tasks = new StringBuilder("name: Many\ntasks:\n");
        for (int i = 1; i <= 8; i++)
            tasks.append("  - { name: t")
                    .append(i)
                    .append(", terminals: [ { role: developer, agent: mine } ] }\n");
        place.write("tasks.yaml", tasks.toString());
        place.agent(
                """
                mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//')
                touch "$HOME/at-work-$mine"
                ls "$HOME" | grep -c '^at-work-' > "$HOME/seen-$mine"
                echo "$mine" > "$mine.txt"
                sleep 0.3
                rm "$HOME/at-work-$mine"
                """);
        assertThat(start().exit()).isZero();
        for (int i = 1; i <= 8; i++)
            assertThat(Integer.parseInt(Files.readString(home().resolve("seen-t" + i)).strip()))
                    .isBetween(1, 5);
        assertThat(place.git("rev-list", "--count", "main")).isEqualTo("9");
    }

    @Test
    void a_branch_and_ids_that_the_file_names_are_taken_and_a_name_that_is_taken_gets_a_number()
            throws Exception {
        place.git("branch", "foldline/shop");
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
    }

    @Test
    @Thorough
    void two_workflows_of_one_file_have_their_own_branches_before_either_starts() throws Exception {
        place.write(
                "tasks.yaml",
                "name: Shop\n"
                    + "tasks:\n"
                    + "  - { name: login, branch: feature/login, terminals: [ { role: developer,"
                    + " agent: mine } ] }\n");
        place.agent("date +%N > login.txt\n");
        ready();
        var first = status().get("workflow").get("id").asString();
        ready();
        assertThat(place.foldline("workflow", "start").exit()).isZero();
        assertThat(status().get("workflow").get("branch").asString()).isEqualTo("foldline/shop-2");
        assertThat(place.foldline("workflow", "start", first).exit())
                .as("both wrote the same file")
                .isEqualTo(5);
        assertThat(place.git("branch", "--format=%(refname:short)", "--list", "f*/*login*").lines())
                .containsExactly("feature/login", "feature/login-2");
    }

    @Test
    void the_default_target_is_the_default_branch_of_the_repository() throws Exception {
        place.git("branch", "-m", "main", "master");
        place.write(
                "tasks.yaml",
                "tasks:\n  - { name: login, terminals: [ { role: developer, agent: mine } ] }\n");
        ready();
        assertThat(status().get("workflow").get("target").asString()).isEqualTo("master");
    }

    @Test
    @Thorough
    void the_latest_run_is_the_workflow_and_not_one_of_its_tasks() {
        start();
        assertThat(place.foldline("status").out())
                .startsWith(status().get("workflow").get("id").asString());
        assertThat(place.foldline("log", status().get("tasks").get(0).get("run").asString()).exit())
                .isZero();
    }

    @Test
    void a_workflow_is_no_run_to_be_resumed_alone() {
        ready();
        assertThat(place.foldline("resume").err())
                .contains("is a workflow", "foldline workflow resume");
        assertThat(place.foldline("run", "--workflow", "tasks", "do it").err())
                .contains("foldline workflow create -f FILE");
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
    }
}
