package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.state.Lifecycle;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Workflows that somebody holds or gives up while their tasks are worked on. */
class StoppedWorkflowTest {
    private static final String TASKS =
            """
            name: Shop
            tasks:
              - { name: login, terminals: [ { role: developer, agent: mine } ] }
              - { name: search, terminals: [ { role: developer, agent: mine } ] }
            """;

    private static final String WORK =
            "echo work > \"$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//').txt\"\n";

    /** Goes on when both tasks are worked on. */
    private static final String TOGETHER =
            """
            touch "$HOME/begun-$FOLDLINE_RUN"
            for try in $(seq 2400); do [ "$(ls "$HOME" | grep -c '^begun-')" = 2 ] && break; sleep 0.1; done
            """;

    /** Works when it is told to. */
    private static final String WAITING =
            """
            touch "$HOME/begun-$FOLDLINE_RUN"
            for try in $(seq 2400); do [ -e "$HOME/go" ] && break; sleep 0.1; done
            """
                    + WORK;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_ready_workflow() throws Exception {
        place = CliFixture.ready(folder).write("tasks.yaml", TASKS);
        place.agent(WAITING);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
    }

    /** Starts it, and comes back when both tasks are worked on. */
    private CompletableFuture<CliFixture.CommandResult> start() throws Exception {
        var reported = place.inAnotherTerminal("workflow", "start");
        until(
                () -> home().toFile().list((_, name) -> name.startsWith("begun-")).length == 2,
                reported);
        return reported;
    }

    private static void until(
            BooleanSupplier seen, CompletableFuture<CliFixture.CommandResult> meanwhile)
            throws Exception {
        while (!seen.getAsBoolean()) {
            assertThat(meanwhile).isNotDone();
            Thread.sleep(20);
        }
    }

    private static String read(Path message) {
        try {
            return Files.readString(message);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    private void letGo() throws IOException {
        Files.createFile(home().resolve("go"));
    }

    private JsonNode status() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "status", "--json").out());
    }

    private String word() {
        return status().get("workflow").get("status").asString();
    }

    private void isResumedAndMerged() throws Exception {
        var reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search", "Merge login", "first");
    }

    @Test
    void S1_07_a_stop_waits_for_the_running_steps_and_leaves_the_workflow_paused()
            throws Exception {
        var started = start();
        var stopped = place.inAnotherTerminal("workflow", "stop");
        var log =
                place.root
                        .resolve(".git/foldline/runs")
                        .resolve(status().get("workflow").get("id").asString())
                        .resolve("events.jsonl");
        // No command is started for that: after a grace of seconds they would be ended.
        until(() -> read(log).contains("\"paused\""), stopped);
        letGo();
        assertThat(stopped.get().exit()).isZero();
        assertThat(stopped.get().out()).contains("is paused");
        assertThat(started.get().exit()).isEqualTo(130);
        assertThat(word()).isEqualTo("paused");
        try (var written = Files.find(home(), 9, (file, _) -> file.endsWith("login.txt"))) {
            assertThat(written).as("what was under way came to its end").hasSize(1);
        }
        isResumedAndMerged();
    }

    @Test
    void S1_07_an_aborted_step_is_done_again_on_resume() throws Exception {
        var started = start();
        place.foldline("pause");
        assertThat(place.foldline("workflow", "stop", "--now").out()).contains("is paused");
        assertThat(started.get().exit()).isEqualTo(130);
        assertThat(
                        place.git(
                                "for-each-ref",
                                "--format=%(subject)",
                                "refs/heads/foldline/shop-login"))
                .as("what was under way did not end by itself")
                .isEqualTo("first");
        assertThat(place.foldline("workflow", "status").out()).contains("login pending, paused");
        place.agent(WORK + "echo made\n");
        isResumedAndMerged();
    }

    @Test
    void a_workflow_whose_driver_does_not_answer_delays_no_caller_and_receives_the_stop_later()
            throws Exception {
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = WorkflowLookup.find(here.runs(), "@");
            try (var deaf = RunLog.open(run, here.runs().redaction()).orElseThrow()) {
                assertThatThrownBy(
                                () ->
                                        new WorkflowPauser(here.runs(), run, Duration.ofMillis(1))
                                                .stop(WorkflowPauser.GRACE))
                        .hasMessageContaining("has not answered");
                assertThat(deaf.state().lifecycle()).isInstanceOf(Lifecycle.Running.class);
            }
            try (var messages = Files.list(run.inbox())) {
                assertThat(messages.sorted().map(StoppedWorkflowTest::read))
                        .as("whoever drives it next hears of it, and that the grace is over")
                        .satisfiesExactly(
                                first -> assertThat(first).contains("when_done"),
                                second -> assertThat(second).contains("now"));
            }
        }
    }

    @Test
    void a_cancelled_workflow_also_cancels_tasks_that_had_failed() throws Exception {
        place.agent(
                "case $(git rev-parse --abbrev-ref HEAD) in *login) exit 3 ;; esac\n" + WAITING);
        var started = place.inAnotherTerminal("workflow", "start");
        until(() -> place.foldline("workflow", "status").out().contains("login failed"), started);
        assertThat(place.foldline("workflow", "cancel", "--yes").out()).contains("is cancelled");
        started.get();
        isCancelled();
    }

    /** Whoever removes its folder has lost the workflow's log, and nothing of its tasks. */
    @Test
    void S1_09_a_workflow_whose_own_driver_fails_leaves_when_its_tasks_are_done() throws Exception {
        var runs = place.root.resolve(".git/foldline/runs");
        var workflow = status().get("workflow").get("id").asString();
        place.agent(
                TOGETHER
                        + "rm -rf '"
                        + runs.resolve(workflow)
                        + "'; sleep 1\n"
                        + WORK
                        + "echo made\n");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err()).contains("were removed while the run was driven");
        assertThat(place.git("show", "foldline/shop-login:login.txt")).isEqualTo("work");
        assertThat(place.git("show", "foldline/shop-search:search.txt")).isEqualTo("work");
    }

    @Test
    void a_workflow_frozen_while_its_tasks_work_is_stopped_and_its_rejection_ends_them()
            throws Exception {
        var started = start();
        place.foldline("freeze", "look", "-m", "look at it first");
        assertThat(place.foldline("workflow", "stop", "--now").out()).contains("is paused");
        started.get();
        assertThat(word()).isEqualTo("paused");
        assertThat(place.foldline("reject", "look", "-m", "no").out())
                .containsPattern("Continue with: foldline workflow resume r[a-z2-7]{16}");
        place.foldline("workflow", "resume");
        isCancelled();
    }

    @Test
    void a_workflow_without_a_driver_reports_the_rejected_freeze_and_is_ended_by_a_resume()
            throws Exception {
        place.foldline("freeze", "hold", "-m", "look");
        place.foldline("reject", "hold", "-m", "no");
        assertThat(place.foldline("workflow", "status").out())
                .contains("Ends when you resume it: ")
                .contains("rejected at hold: no");
        place.foldline("workflow", "resume");
        assertThat(word()).isEqualTo("cancelled");
    }

    /**
     * A workflow whose first task has a second terminal, and whose agents note that they were
     * called.
     */
    private void reviewed() throws Exception {
        place.write(
                "tasks.yaml",
                TASKS.replaceFirst(
                        "agent: mine }", "agent: mine }, { role: reviewer, agent: mine }"));
        place.agent(
                "echo called >> \"$HOME/calls\"\n"
                        + WAITING.replace("work >", "work >>")
                                .replace(
                                        "$HOME/go",
                                        "$HOME/go$(git rev-parse --abbrev-ref HEAD | sed"
                                                + " 's/.*-//')"));
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
    }

    private void letGo(String task) throws IOException {
        Files.createFile(home().resolve("go" + task));
    }

    private long calls() throws IOException {
        return Files.readAllLines(home().resolve("calls")).size();
    }

    @Test
    void a_frozen_workflow_starts_no_step_of_its_tasks_until_it_is_approved() throws Exception {
        reviewed();
        var started = start();
        place.foldline("freeze", "hold", "-m", "look");
        letGo("login");
        letGo("search");
        assertThat(started.get().exit()).isEqualTo(3);
        assertThat(calls()).as("the reviewer is not called").isEqualTo(2);
        assertThat(started.get().out())
                .contains("  gate      hold: look")
                .containsPattern("login pending, paused")
                .containsPattern("next      foldline approve hold r[a-z2-7]{16} --revision");
        assertThat(status().get("workflow").get("gate").get("id").asString()).isEqualTo("hold");
        assertThat(status().get("next").get(1).asString()).contains("foldline reject hold");
        var refused = place.foldline("workflow", "resume");
        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err())
                .contains("Waits for you at hold: look")
                .containsPattern("foldline approve hold r[a-z2-7]{16} --revision \\d+");
        assertThat(calls()).isEqualTo(2);
        assertThat(place.foldline("approve", "hold").exit()).isZero();
        isResumedAndMerged();
        assertThat(calls()).isEqualTo(3);
    }

    @Test
    void a_gate_in_a_task_is_named_and_its_answer_explains_how_to_continue_the_workflow()
            throws Exception {
        var started = start();
        var login = status().get("tasks").get(0).get("run").asString();
        place.foldline("freeze", "look", login, "-m", "see");
        letGo();
        assertThat(started.get().exit()).isEqualTo(3);
        assertThat(started.get().out())
                .contains("login running, Waits for you at look")
                .contains("next      foldline approve look " + login);
        assertThat(status().get("ok").asBoolean()).isFalse();
        assertThat(status().get("exit").asInt()).as("as its driver left it").isEqualTo(3);
        assertThat(place.foldline("approve", "look").out())
                .contains(
                        "Continue with: foldline workflow resume "
                                + status().get("workflow").get("id").asString());
        isResumedAndMerged();
    }

    private void isCancelled() throws Exception {
        assertThat(word()).isEqualTo("cancelled");
        for (var task : status().get("tasks")) {
            assertThat(task.get("status").asString()).isEqualTo("cancelled");
            assertThat(place.foldline("status", task.get("run").asString()).out())
                    .contains("Cancelled");
        }
        assertThat(place.git("log", "--format=%s", "main")).isEqualTo("first");
        assertThat(place.foldline("workflow", "resume").err())
                .contains("is not running. Current status: cancelled");
        assertThat(place.foldline("workflow", "cancel", "--yes").err())
                .contains("is not running. Current status: cancelled");
    }

    @Test
    void a_workflow_that_was_never_started_can_be_cancelled() {
        assertThat(place.foldline("workflow", "stop").err())
                .containsPattern("Workflow r[a-z2-7]{16} is not running");
        assertThat(place.foldline("cancel", "--yes").err()).contains("foldline workflow cancel");
        assertThat(place.foldline("workflow", "cancel", "--yes").exit()).isZero();
        assertThat(word()).isEqualTo("cancelled");
        assertThat(status().get("tasks").get(0).get("status").asString()).isEqualTo("cancelled");
    }
}
