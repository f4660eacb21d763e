package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.RunLock.LockAttempt;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Several workflows at once: how many may run, and all of them stopped. */
class WorkflowSlotsTest {
    /** Works when it is told to. */
    private static final String WAITING =
            """
            touch "$HOME/begun-$FOLDLINE_RUN"
            for try in $(seq 2400); do [ -e "$HOME/go" ] && break; sleep 0.1; done
            echo work > "$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//').txt"
            """;

    @TempDir Path folder;
    private CliFixture place;
    private WorkflowSlots places;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
        place.agent(WAITING);
        places = new WorkflowSlots(Runs.of(place.root.resolve(".git")));
    }

    private JsonNode json(String... words) {
        return JsonMapper.shared().readTree(place.foldline(words).out());
    }

    private String ready(String name) throws IOException {
        place.write(
                "tasks.yaml",
                "name: "
                        + name
                        + "\ntasks:\n  - { name: "
                        + name
                        + ", terminals: [ { role: developer, agent: mine } ] }\n");
        var id =
                json("workflow", "create", "-f", "tasks.yaml", "--json")
                        .get("workflow")
                        .get("id")
                        .asString();
        assertThat(place.foldline("workflow", "ready", id).exit()).isZero();
        return id;
    }

    private String status(String workflow) {
        return json("workflow", "status", workflow, "--json")
                .get("workflow")
                .get("status")
                .asString();
    }

    private boolean isRunning(String workflow) throws IOException {
        return places.isRunning(places.runs().directory(new RunId(workflow)));
    }

    /** Starts each, and comes back when all are at work. */
    private List<CompletableFuture<CliFixture.CommandResult>> start(String... workflows)
            throws Exception {
        var reported =
                Arrays.stream(workflows)
                        .map(each -> place.inAnotherTerminal("workflow", "start", each))
                        .toList();
        while (home().toFile().list((_, name) -> name.startsWith("begun-")).length
                < workflows.length) {
            assertThat(reported).noneMatch(CompletableFuture::isDone);
            Thread.sleep(20);
        }
        return reported;
    }

    private void ended(List<CompletableFuture<CliFixture.CommandResult>> started) throws Exception {
        Files.createFile(home().resolve("go"));
        for (var each : started) each.get();
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    @Test
    void S1_01_a_workflow_runs_from_its_start_until_it_is_stopped() throws Exception {
        var shop = ready("shop");
        assertThat(isRunning(shop)).isFalse();
        assertThat(places.runningCount()).isZero();
        var started = start(shop);
        assertThat(isRunning(shop)).isTrue();
        assertThat(places.runningCount()).isEqualTo(1);
        assertThat(Files.readString(places.runs().directory(new RunId(shop)).running()))
                .as("who holds the place")
                .contains("\"pid\":");
        assertThat(place.foldline("workflow", "stop", "--now", shop).exit()).isZero();
        ended(started);
        assertThat(isRunning(shop)).isFalse();
        assertThat(places.runningCount()).isZero();
        assertThat(Files.readString(places.runs().directory(new RunId(shop)).running()))
                .as("it was given back")
                .isBlank();
    }

    @Test
    void S1_06_a_workflow_that_is_only_starting_occupies_a_slot_too() throws Exception {
        place.configured("checks: []\nruntime: { workflows: 1 }\n");
        var shop = ready("shop");
        var site = ready("site");
        var run = places.runs().directory(new RunId(shop));
        try (var _ = places.take(run, 1).orElseThrow()) {
            assertThat(places.isRunning(run)).isTrue();
            assertThat(places.runningCount()).isEqualTo(1);
            assertThat(places.take(run, 1)).as("it has one").isEmpty();
            assertThat(place.foldline("workflow", "start", shop).err())
                    .contains("Workflow " + shop + " is already running");
            assertThat(place.foldline("workflow", "start", "--no-queue", site).err())
                    .contains("Maximum concurrent workflows limit reached: 1");
        }
        assertThat(places.runningCount()).isZero();
    }

    @Test
    void S1_02_a_request_for_a_locked_workflow_names_the_process_and_a_start_is_refused()
            throws Exception {
        var shop = ready("shop");
        var run = places.runs().directory(new RunId(shop));
        try (var _ = ((LockAttempt.Held) RunLock.take(run.lock())).lock()) {
            assertThat(place.foldline("workflow", "start", shop).err())
                    .contains("Workflow " + shop + " is already running");
            for (var verb : List.of("ready", "resume")) {
                var reported = place.foldline("workflow", verb, shop);
                assertThat(reported.exit()).as(reported.all()).isEqualTo(8);
                assertThat(reported.err())
                        .contains(
                                "Workflow "
                                        + shop
                                        + " is held by process "
                                        + ProcessHandle.current().pid())
                        .contains("foldline workflow " + verb + " " + shop)
                        .doesNotContain("already running");
            }
        }
        assertThat(status(shop)).isEqualTo("ready");
    }

    @Test
    void a_cancel_that_another_process_forestalls_names_it_and_the_command_that_asks_it()
            throws Exception {
        var shop = ready("shop");
        var run = places.runs().directory(new RunId(shop));
        try (var here = Workspace.open(place.root, place.environment);
                var _ = ((LockAttempt.Held) RunLock.take(run.lock())).lock()) {
            assertThatThrownBy(() -> new WorkflowOperations(here).cancel(run, "no more"))
                    .isInstanceOfSatisfying(
                            UserError.class,
                            refused -> {
                                assertThat(refused.exit()).isEqualTo(ExitCode.LOCKED);
                                assertThat(refused.message())
                                        .startsWith(
                                                "Workflow "
                                                        + shop
                                                        + " is held by process "
                                                        + ProcessHandle.current().pid());
                                assertThat(refused.hint())
                                        .as(
                                                "its driver hears of a cancel, and need not leave"
                                                        + " first")
                                        .isEqualTo("foldline workflow cancel " + shop);
                            });
        }
        assertThat(status(shop)).isEqualTo("ready");
    }

    @Test
    void S1_08_all_that_run_are_stopped_at_once_and_one_that_cannot_be_keeps_no_other_from_it()
            throws Exception {
        var shop = ready("shop");
        var site = ready("site");
        var third = ready("third");
        var deaf = ready("deaf");
        var started = start(shop, site, third, deaf);
        var inbox = place.root.resolve(".git/foldline/runs/" + deaf + "/inbox");
        Files.move(inbox, inbox.resolveSibling("elsewhere"));
        Files.createFile(inbox);
        var reported = place.foldline("workflow", "stop", "--all", "--now", "--json");
        Files.delete(inbox);
        Files.move(inbox.resolveSibling("elsewhere"), inbox);
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.out())
                .contains("foldline.stopped/1")
                .contains("\"id\": \"" + deaf + "\"");
        ended(started);
        assertThat(status(shop)).isEqualTo("paused");
        assertThat(status(site)).isEqualTo("paused");
        assertThat(status(third)).isEqualTo("paused");
        assertThat(status(deaf)).isEqualTo("completed");
        assertThat(places.runningCount()).isZero();
        assertThat(place.foldline("workflow", "stop", "--all").out())
                .isEqualTo("No workflow was running.\n");
    }
}
