package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The printed remedies for a workflow that is driven, paused or waiting, and for its tasks. */
class ActiveWorkflowRemediesTest {
    private static final String WAITING =
            "touch \"$HOME/begun\"\nuntil [ -e \"$HOME/go\" ]; do sleep 0.05; done\n"
                    + AgentScripts.FOR_A_TASK;

    @TempDir Path folder;
    private CliFixture place;
    private String id;

    @BeforeEach
    void a_ready_workflow() throws Exception {
        place =
                CliFixture.ready(folder)
                        .agent(AgentScripts.FOR_A_TASK)
                        .write("tasks.yaml", CliFixture.TWO_TASKS);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
        id = place.runs().newestFirst().getFirst().id().text();
    }

    private CommandResult refused(String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        return reported;
    }

    private CommandResult status() {
        return place.foldline("workflow", "status", id);
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    private void isMerged() throws Exception {
        assertThat(place.git("log", "--format=%s", "main").lines()).hasSize(3);
    }

    private CompletableFuture<CommandResult> start() throws Exception {
        place.agent(WAITING);
        var driver = place.inAnotherTerminal("workflow", "start", id);
        CliFixture.until(
                "a task is in progress",
                () -> Files.exists(home().resolve("begun")),
                () -> !driver.isDone());
        return driver;
    }

    /** The runs of the two tasks. */
    private String task() throws Exception {
        return place.runs().newestFirst().stream()
                .map(each -> each.id().text())
                .filter(each -> !each.equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static CommandResult printed(UserError error) {
        return new CommandResult(error.exit().value(), "", error.hint() + "\n");
    }

    @Test
    void a_running_workflow_is_watched_and_paused_as_its_status_prints() throws Exception {
        var driver = start();
        var again = refused("workflow", "start", id);
        assertThat(again.err()).contains("is already running");
        var status = Remedy.done(place, again, "foldline workflow status r");
        var watching = place.inAnotherTerminal(Remedy.arguments(status, "foldline watch r"));
        var memo = place.runs().directory(new RunId(id)).path().resolve("memo.json");
        Files.writeString(memo, "changed");
        var wrong = refused("workflow", "memo", id);
        assertThat(Remedy.arguments(wrong, "rm ")).containsExactly(memo.toString());
        Files.delete(memo);
        assertThat(place.foldline("workflow", "memo", id).out()).startsWith("{");
        Remedy.done(place, status, "foldline pause r");
        Files.writeString(home().resolve("go"), "");
        assertThat(driver.get().all()).contains("is paused");
        assertThat(watching.get().out()).contains("Paused by you");
        Remedy.done(place, status(), "foldline workflow resume ");
        isMerged();
    }

    @Test
    void a_workflow_that_another_process_drives_is_cancelled_as_printed() throws Exception {
        var driver = start();
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = WorkflowLookup.find(here.runs(), id);
            var busy =
                    catchThrowableOfType(
                            UserError.class,
                            () -> new WorkflowOperations(here).cancel(run, "no more"));
            var asks = Remedy.follow(place, printed(busy), "foldline workflow cancel r");
            assertThat(asks.exit()).as(asks.all()).isEqualTo(2);
            Remedy.done(place, asks, "foldline workflow cancel r");
        }
        assertThat(driver.get().all()).contains("is cancelled");
    }

    @Test
    void a_workflow_whose_driver_does_not_answer_is_started_after_its_status() throws Exception {
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = WorkflowLookup.find(here.runs(), id);
            UserError unanswered;
            try (var _ = RunLog.open(run, here.runs().redaction()).orElseThrow()) {
                unanswered =
                        catchThrowableOfType(
                                UserError.class,
                                () ->
                                        new WorkflowPauser(here.runs(), run, Duration.ofMillis(1))
                                                .stop(Duration.ZERO));
            }
            var status = Remedy.done(place, printed(unanswered), "foldline workflow status r");
            var paused = Remedy.follow(place, status, "foldline workflow start r");
            assertThat(paused.all()).as("it received the pause").contains("is paused");
        }
        Remedy.done(place, status(), "foldline workflow resume ");
        isMerged();
    }
}
