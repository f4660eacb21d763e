package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.HeadsFixture;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A task whose run has worked and lost its log: what it left stays, and somebody is told. */
class LostTaskTest {
    private static final String TASKS =
            """
            name: Shop
            tasks:
              - { name: login, terminals: [ { role: developer, agent: mine }, { role: tester, agent: mine } ] }
              - { name: search, terminals: [ { role: developer, agent: mine } ] }
            """;

    private static final String MINE =
            "mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*shop-//'); echo \"$FOLDLINE_ROLE"
                    + " $mine\" >> \"$HOME/calls\"\n";

    private static final String WRITE = "echo \"$FOLDLINE_ROLE\" >> \"$mine.txt\"; echo made\n";

    private static final String WORK = MINE + WRITE;

    @TempDir Path folder;
    private CliFixture place;
    private String workflow = "";
    private String login = "";
    private String kept = "";

    @BeforeEach
    void a_workflow_one_of_whose_tasks_has_committed_and_waits() throws Exception {
        place = CliFixture.ready(folder).write("tasks.yaml", TASKS);
        place.environment.putAll(
                Map.of(
                        "FOLDLINE_LIMITS_CYCLES",
                        "1",
                        "FOLDLINE_LIMITS_SAME_AGENT",
                        "1",
                        "FOLDLINE_LIMITS_RECOVERIES",
                        "0"));
        place.agent(
                MINE + "[ \"$FOLDLINE_ROLE $mine\" = 'tester login' ] && { exit 3; }\n" + WRITE);
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        assertThat(place.foldline("workflow", "start").exit()).isEqualTo(1);
        workflow = status().get("workflow").get("id").asString();
        login = status().get("tasks").get(0).get("run").asString();
        place.agent(WORK);
    }

    private JsonNode status() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "status", "--json").out());
    }

    private Path run() {
        return place.root.resolve(".git/foldline/runs").resolve(login);
    }

    private Path tree() throws Exception {
        return Path.of(
                place.git("worktree", "list")
                        .lines()
                        .filter(line -> line.endsWith("[foldline/shop-login]"))
                        .map(line -> line.split(" ")[0])
                        .findFirst()
                        .orElseThrow());
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(Path.of(place.environment.get("HOME")).resolve("calls"));
    }

    /** As somebody left it who worked in its tree. */
    private void lost() throws Exception {
        Files.writeString(tree().resolve("by-hand.txt"), "mine\n");
        kept = Files.readString(run().resolve("events.jsonl"));
        Files.delete(run().resolve("events.jsonl"));
    }

    private void nothingIsTouched() throws Exception {
        assertThat(place.git("log", "--format=%s", "foldline/shop-login").lines())
                .containsExactly("login", "first");
        assertThat(tree().resolve("by-hand.txt")).content().isEqualTo("mine\n");
        assertThat(calls())
                .filteredOn(call -> call.endsWith(" login"))
                .as("what it has done is not done again")
                .hasSize(2);
    }

    private void isMerged() throws Exception {
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search", "Merge login", "first");
    }

    private CliFixture.CommandResult isRefused() throws Exception {
        var reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err())
                .contains("the log of its run " + login + " is lost")
                .contains("foldline workflow resume " + workflow + " --reopen");
        nothingIsTouched();
        return reported;
    }

    @Test
    void a_task_that_lost_its_log_is_named_and_restarted_on_its_own_branch_on_request()
            throws Exception {
        lost();
        assertThat(isRefused().out())
                .contains("because the log of its run " + login + " is lost")
                .contains("next      foldline doctor\n")
                .contains("next      foldline workflow resume --reopen " + workflow);
        assertThat(status().get("workflow").get("status").asString()).isEqualTo("failed");
        assertThat(status().get("tasks").get(0).get("terminals").get(0).get("status").asString())
                .as("what was heard of it before")
                .isEqualTo("completed");
        assertThat(place.foldline("workflow", "recover").out())
                .as("it is waiting for the user")
                .isEqualTo("No workflow was running.\n");
        var doctor = place.foldline("doctor");
        assertThat(doctor.exit()).isEqualTo(1);
        assertThat(doctor.out())
                .contains(
                        "run " + login + ": its log is lost",
                        "It worked on task login of workflow " + workflow)
                .contains("restart the task: foldline workflow resume " + workflow + " --reopen; ");
        Remedy.done(place, doctor, "foldline workflow resume ");
        assertThat(place.foldline("doctor").out())
                .contains("run " + login + ": its log is lost")
                .doesNotContain("--reopen");
        isMerged();
        nothingIsTouched();
        assertThat(calls()).contains("developer login-2", "tester login-2");
        assertThat(place.foldline("log", workflow).out())
                .contains("login failed: the log of its run " + login + " is lost");
    }

    /** As a crash leaves it between the task's beginning and the word of it. */
    private void unheardOf() throws IOException {
        var log = run().resolveSibling(workflow).resolve("events.jsonl");
        var lines = Files.readAllLines(log);
        int started =
                lines.stream()
                        .map(
                                line ->
                                        line.contains("\"effect_started\"")
                                                && line.contains("\"spawn_child\""))
                        .toList()
                        .indexOf(true);
        Files.writeString(log, String.join("\n", lines.subList(0, started + 1)) + "\n");
        HeadsFixture.remove(WorkflowLookup.find(place.runs(), workflow));
    }

    @Test
    void a_task_that_lost_its_log_before_it_reported_is_not_started_over_its_work()
            throws Exception {
        unheardOf();
        lost();
        isRefused();
        assertThat(place.foldline("workflow", "status").out())
                .contains(
                        "the run for login cannot begin: the log of its run " + login + " is lost");
    }

    @Test
    void a_task_whose_log_was_restored_continues_where_it_was() throws Exception {
        lost();
        isRefused();
        Files.writeString(run().resolve("events.jsonl"), kept);
        var reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        isMerged();
        assertThat(calls()).as("its second terminal alone").endsWith("tester login").hasSize(4);
    }
}
