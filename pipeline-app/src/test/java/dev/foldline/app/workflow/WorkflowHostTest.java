package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Settings.Capacity;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.workflow.WorkflowOperations.CancelledTasks;
import dev.foldline.core.command.Command;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Workflows that are driven in one process, one after another or side by side. */
class WorkflowHostTest {
    /** Works when it is told to. */
    private static final String WAITING =
            """
            touch "$HOME/begun"
            for try in $(seq 2400); do [ -e "$HOME/go" ] && break; sleep 0.1; done
            echo work > work.txt
            """;

    private static final DriverInput PAUSE =
            new DriverInput.CommandReceived(new Command.Pause(Urgency.NOW), _ -> {});

    @TempDir Path folder;
    private CliFixture place;
    private Workspace here;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
        place.agent(WAITING);
        here = Workspace.open(place.root, place.environment);
    }

    @AfterEach
    void the_workspace_closes() {
        here.close();
    }

    private RunDirectory ready(String name) throws Exception {
        place.write(
                "tasks.yaml",
                "name: "
                        + name
                        + "\ntasks:\n  - { name: "
                        + name
                        + ", terminals: [ { role: developer, agent: mine } ] }\n");
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
        return WorkflowLookup.find(here.runs(), "@");
    }

    private Settings settings(RunDirectory run) {
        return RunLauncher.configuration(here, run, List.of()).settings();
    }

    private WorkflowHost hosting(int workflows, RunObserver view) {
        var capacity =
                RunLauncher.configuration(here.root(), here.environment()).settings().capacity();
        return new WorkflowHost(
                here,
                new Capacity(workflows, capacity.terminals(), capacity.messages()),
                new DriverOptions(true),
                view);
    }

    /**
     * Says that a driver has stopped, and then keeps its thread from ending until it is let go on.
     */
    private record SlowObserver(CountDownLatch said, CountDownLatch goOn) implements RunObserver {
        @Override
        public void notice(String text) {
            if (!text.contains("its driver stopped")) return;
            said.countDown();
            try {
                goOn.await();
            } catch (InterruptedException left) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void a_driver_that_is_ending_releases_nothing_of_its_successor() throws Exception {
        var run = ready("shop");
        var slow = new SlowObserver(new CountDownLatch(1), new CountDownLatch(1));
        var hosting = hosting(2, slow);
        var started = new WorkflowOperations(here).start(run, settings(run));
        place.write("foldline.yaml", "no: such key\n");
        var first = hosting.drive(started);
        slow.said.await();
        place.configured("checks: []\n");
        hosting.drive(
                new WorkflowOperations(here)
                        .resume(run, settings(run), CancelledTasks.KEPT)
                        .orElseThrow());
        CliFixture.until(
                "its agent works",
                () -> Files.exists(Path.of(place.environment.get("HOME")).resolve("begun")),
                () -> hosting.running().nonEmpty());
        slow.goOn.countDown();
        first.join();
        assertThat(hosting.running()).containsExactly(run.id());
        hosting.send(PAUSE);
        hosting.join();
        assertThat(WorkflowView.status(run, here.runs()))
                .as("it was told")
                .isEqualTo(WorkflowStatus.PAUSED);
    }

    /** What one that is left by a dead driver looks like, without the death. */
    private RunDirectory left(String name) throws Exception {
        var run = ready(name);
        new WorkflowOperations(here).start(run, settings(run)).close();
        return run;
    }

    @Test
    void a_workflow_that_waits_for_a_slot_stops_waiting_at_shutdown_and_is_unchanged()
            throws Exception {
        var other = ready("site");
        var run = left("shop");
        var hosting = hosting(1, RunObserver.NONE);
        try (var _ = new WorkflowSlots(here.runs()).take(other, 1).orElseThrow()) {
            assertThat(new WorkflowRecovery(here).by(hosting).resumed()).containsExactly(run.id());
            assertThat(hosting.running()).containsExactly(run.id());
            hosting.send(PAUSE);
            hosting.join();
        }
        assertThat(hosting.running()).isEmpty();
        assertThat(WorkflowView.status(run, here.runs())).isEqualTo(WorkflowStatus.RUNNING);
        var next = hosting(1, RunObserver.NONE);
        assertThat(new WorkflowRecovery(here).by(next).resumed())
                .as("it is still to be taken up")
                .containsExactly(run.id());
        next.send(PAUSE);
        next.join();
    }

    @Test
    void a_host_that_is_shutting_down_starts_nothing_and_pauses_nothing() throws Exception {
        var run = ready("shop");
        var hosting = hosting(1, RunObserver.NONE);
        var started = new WorkflowOperations(here).start(run, settings(run));
        hosting.send(PAUSE);
        assertThatThrownBy(() -> hosting.drive(started))
                .isInstanceOfSatisfying(
                        UserError.class,
                        refused -> {
                            assertThat(refused).hasMessageContaining("is shutting down");
                            assertThat(refused.hint()).isEqualTo("foldline serve");
                        });
        hosting.queue(
                run,
                _ -> {
                    throw new AssertionError("nobody has a turn any more");
                });
        assertThat(hosting.running()).isEmpty();
        isLetGo(run);
    }

    @Test
    void a_workflow_whose_turn_comes_during_shutdown_is_released() throws Exception {
        var run = left("shop");
        var hosting = hosting(1, RunObserver.NONE);
        hosting.queue(
                run,
                _ -> {
                    hosting.send(PAUSE);
                    return Optional.of(RunLauncher.resume(here, run, false));
                });
        hosting.join();
        isLetGo(run);
        assertThat(WorkflowView.status(run, here.runs()))
                .as("and left as it was")
                .isEqualTo(WorkflowStatus.RUNNING);
    }

    private void isLetGo(RunDirectory run) throws IOException {
        assertThat(RunLock.holder(run.lock())).isEmpty();
        assertThat(new WorkflowSlots(here.runs()).runningCount()).isZero();
    }

    @Test
    void a_workflow_that_is_shut_down_before_it_receives_commands_ends_and_is_no_longer_driven()
            throws Exception {
        var run = ready("shop");
        var hosting = hosting(1, RunObserver.NONE);
        var driver = hosting.drive(new WorkflowOperations(here).start(run, settings(run)));
        hosting.send(PAUSE);
        driver.join();
        assertThat(WorkflowView.status(run, here.runs())).isEqualTo(WorkflowStatus.PAUSED);
        assertThat(hosting.running()).isEmpty();
        isLetGo(run);
    }

    @Test
    void S1_56_a_workflow_resumed_by_another_process_meanwhile_is_running_and_not_failed()
            throws Exception {
        var run = left("shop");
        var hosting = hosting(1, RunObserver.NONE);
        try (var _ = RunLog.open(run, here.runs().redaction()).orElseThrow()) {
            var found = new WorkflowRecovery(here).these(List.of(run), new ArrayList<>(), hosting);
            assertThat(found.failed()).isEmpty();
            assertThat(found.running()).containsExactly(run.id());
            assertThat(found.resumed()).isEmpty();
        }
        hosting.join();
    }

    @Test
    void the_longest_waiting_workflow_gets_the_next_slot_and_a_broken_one_blocks_no_other()
            throws Exception {
        var other = ready("site");
        var turns = new ArrayList<Integer>();
        var reported = new ArrayList<String>();
        var runs = List.of(ready("a"), ready("b"), ready("c"), ready("d"));
        var hosting =
                hosting(
                        1,
                        new RunObserver() {
                            @Override
                            public void notice(String text) {
                                reported.add(text);
                            }
                        });
        try (var _ = new WorkflowSlots(here.runs()).take(other, 1).orElseThrow()) {
            for (int number : List.of(2, 0, 3, 1)) {
                hosting.queue(
                        runs.get(number),
                        _ -> {
                            turns.add(number);
                            if (number == 1) throw new IllegalStateException("its log is gone");
                            return Optional.empty();
                        });
            }
            assertThat(turns).isEmpty();
        }
        hosting.join();
        assertThat(turns).containsExactly(2, 0, 3, 1);
        assertThat(reported).singleElement().asString().contains("its log is gone");
        assertThat(new WorkflowSlots(here.runs()).runningCount()).isZero();
    }

    @Test
    void an_error_of_a_queued_workflow_does_not_keep_the_others_from_their_turn() throws Exception {
        var run = ready("shop");
        var reported = new ArrayList<String>();
        var hosting =
                hosting(
                        1,
                        new RunObserver() {
                            @Override
                            public void notice(String text) {
                                reported.add(text);
                            }
                        });
        var turns = new ArrayList<Integer>();
        hosting.queue(
                run,
                _ -> {
                    throw new StackOverflowError("a mistake of ours");
                });
        hosting.join();
        hosting.queue(
                run,
                _ -> {
                    turns.add(1);
                    return Optional.empty();
                });
        hosting.join();
        assertThat(turns).containsExactly(1);
        assertThat(reported).singleElement().asString().contains("a mistake of ours");
        isLetGo(run);
    }

    @Test
    void a_workflow_whose_wait_is_interrupted_gets_its_turn_with_the_next_one() throws Exception {
        var run = ready("shop");
        var second = ready("site");
        var third = ready("office");
        var hosting =
                hosting(
                        1,
                        new RunObserver() {
                            @Override
                            public void notice(String text) {
                                Thread.currentThread().interrupt();
                            }
                        });
        var turns = new ArrayList<Integer>();
        hosting.queue(
                run,
                _ -> {
                    hosting.queue(second, _ -> counted(turns, 1));
                    throw new IOException("its log is gone");
                });
        hosting.join();
        hosting.queue(third, _ -> counted(turns, 2));
        hosting.join();
        assertThat(turns).containsExactly(1, 2);
        assertThat(hosting.running()).isEmpty();
    }

    private static Optional<RunLauncher.Started> counted(List<Integer> turns, int number) {
        turns.add(number);
        return Optional.empty();
    }

    @Test
    void a_workflow_that_waits_for_a_slot_is_not_refused_while_others_are_starting()
            throws Exception {
        var run = ready("shop");
        try (var _ =
                ((RunLock.LockAttempt.Held) RunLock.take(here.runs().root().resolve("starting")))
                        .lock()) {
            var places = new WorkflowSlots(here.runs(), Duration.ZERO);
            assertThatThrownBy(() -> places.take(run, 1))
                    .hasMessageContaining("another workflow is being started");
            assertThat(places.await(run, 1, () -> true)).as("until it is called off").isEmpty();
        }
    }

    @Test
    void a_workflow_that_waits_for_a_slot_can_be_paused_or_cancelled_and_is_not_started_then()
            throws Exception {
        var other = ready("site");
        var held = left("held");
        var given = left("given");
        var hosting = hosting(1, RunObserver.NONE);
        try (var _ = new WorkflowSlots(here.runs()).take(other, 1).orElseThrow()) {
            assertThat(new WorkflowRecovery(here).by(hosting).resumed())
                    .containsExactlyInAnyOrder(held.id(), given.id());
            var stopped = place.foldline("workflow", "stop", held.id().text());
            assertThat(stopped.exit()).as(stopped.all()).isZero();
            var cancelled = place.foldline("workflow", "cancel", given.id().text(), "--yes");
            assertThat(cancelled.exit()).as(cancelled.all()).isZero();
        }
        hosting.join();
        assertThat(new WorkflowSlots(here.runs()).runningCount())
                .as("their places are given back")
                .isZero();
        assertThat(WorkflowView.status(held, here.runs())).isEqualTo(WorkflowStatus.PAUSED);
        assertThat(WorkflowView.status(given, here.runs())).isEqualTo(WorkflowStatus.CANCELLED);
        assertThat(Path.of(place.environment.get("HOME")).resolve("begun")).doesNotExist();
    }
}
