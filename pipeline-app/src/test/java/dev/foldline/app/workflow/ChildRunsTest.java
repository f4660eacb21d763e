package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.config.Settings;
import dev.foldline.app.history.Termination;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.ChildRuns;
import dev.foldline.app.run.CommandClient;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunResult;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.context.AgentCallLimiter;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.environment.ChildRunLauncher;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Those that are driven beside a run, however its driver fares. */
class ChildRunsTest {
    @TempDir Path folder;

    /** Cannot begin. */
    private record FailingStart(List<String> heard) implements ChildRuns {
        @Override
        public Event spawn(long ticket, SpawnChild effect) throws IOException {
            return ChildRunLauncher.NONE.spawn(ticket, effect);
        }

        @Override
        public Event look(long ticket, SpawnChild effect) throws IOException {
            return ChildRunLauncher.NONE.look(ticket, effect);
        }

        @Override
        public void begins(PipelineState state, Consumer<DriverInput> driver) {
            throw new IllegalStateException("the second of them cannot be told");
        }

        @Override
        public void folded(PipelineState state) {
            heard.add("folded");
        }

        @Override
        public void signalled(DriverInput arrival) {
            heard.add("signalled");
        }

        @Override
        public boolean isAtWork() {
            return false;
        }

        @Override
        public void leave() {
            heard.add("left");
        }
    }

    /** At work until it is told to pause; internal error meets whoever drives the run beside it. */
    private record WaitingForPause(List<Command> heard, CountDownLatch told) implements ChildRuns {
        @Override
        public Event spawn(long ticket, SpawnChild effect) throws IOException {
            return ChildRunLauncher.NONE.spawn(ticket, effect);
        }

        @Override
        public Event look(long ticket, SpawnChild effect) throws IOException {
            return ChildRunLauncher.NONE.look(ticket, effect);
        }

        @Override
        public void begins(PipelineState state, Consumer<DriverInput> driver) {}

        @Override
        public void folded(PipelineState state) {
            throw new PipelineBug("a mistake of ours");
        }

        @Override
        public void signalled(DriverInput arrival) {
            if (arrival instanceof DriverInput.CommandReceived(var command, _, _))
                heard.add(command);
            told.countDown();
        }

        @Override
        public boolean isAtWork() {
            return true;
        }

        @Override
        public void leave() throws InterruptedException {
            told.await();
        }
    }

    private RunDirectory ready(CliFixture place, Workspace here) throws IOException {
        place.write(
                "tasks.yaml",
                "name: Shop\n"
                        + "tasks:\n"
                        + "  - { name: login, terminals: [ { role: developer, agent: mine } ] }\n");
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        return WorkflowLookup.find(here.runs(), "@");
    }

    private static RunSession beside(ChildRuns household, Settings settings, RunObserver view) {
        return new RunSession(
                        WorkflowFactory.agents(settings),
                        List.of(),
                        new Templates(settings.team().prompts()),
                        new DriverOptions(false),
                        view)
                .beside(household);
    }

    @Test
    void children_of_which_one_cannot_start_are_left_and_the_run_is_released() throws Exception {
        var place = CliFixture.ready(folder);
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = ready(place, here);
            var settings = RunLauncher.configuration(here, run, List.of()).settings();
            var household = new FailingStart(new ArrayList<>());
            var started = new WorkflowOperations(here).start(run, settings);
            assertThatThrownBy(
                            () ->
                                    beside(household, settings, RunObserver.NONE)
                                            .driveWithoutSignals(started, _ -> {}))
                    .hasMessageContaining("cannot be told");
            assertThat(household.heard).containsExactly("left");
            assertThat(RunLock.holder(run.lock())).isEmpty();
        }
    }

    @Test
    void children_of_a_run_whose_driver_failed_keep_working_until_a_pause_or_an_end_is_requested()
            throws Exception {
        var place = CliFixture.ready(folder);
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = ready(place, here);
            var settings = RunLauncher.configuration(here, run, List.of()).settings();
            var household =
                    new WaitingForPause(new CopyOnWriteArrayList<>(), new CountDownLatch(1));
            var notices = new CopyOnWriteArrayList<String>();
            var view =
                    new RunObserver() {
                        @Override
                        public void notice(String text) {
                            notices.add(text);
                        }
                    };
            var started = new WorkflowOperations(here).start(run, settings);
            var ended = new CompletableFuture<RunResult>();
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    ended.complete(
                                            beside(household, settings, view)
                                                    .driveWithoutSignals(started, _ -> {}));
                                } catch (Exception broken) {
                                    ended.completeExceptionally(broken);
                                }
                            });
            assertThat(refusal(run, here, new Command.RetryHalted()))
                    .contains("a mistake of ours")
                    .doesNotContain("told to pause");
            assertThat(household.heard).isEmpty();
            assertThat(notices)
                    .as("it is said at once")
                    .anyMatch(said -> said.contains("a mistake of ours"));
            assertThat(refusal(run, here, new Command.Abort("enough")))
                    .contains("a mistake of ours")
                    .contains("its tasks are pausing");
            assertThatThrownBy(ended::join).hasCauseInstanceOf(PipelineBug.class);
            assertThat(household.heard).containsExactly(new Command.Pause(Urgency.NOW));
            assertThat(RunLock.holder(run.lock())).isEmpty();
        }
    }

    @Test
    void children_of_a_run_whose_driver_failed_receive_a_signal_once() throws Exception {
        var place = CliFixture.ready(folder);
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = ready(place, here);
            var settings = RunLauncher.configuration(here, run, List.of()).settings();
            for (var by :
                    List.of(
                            Option.<String>none(),
                            Option.of(Termination.OF_DRIVER),
                            Option.of(Termination.OF_SERVER))) {
                var household =
                        new WaitingForPause(new CopyOnWriteArrayList<>(), new CountDownLatch(2));
                var ear = new CompletableFuture<Consumer<DriverInput>>();
                var started =
                        by.isEmpty()
                                ? new WorkflowOperations(here).start(run, settings)
                                : RunLauncher.resume(here, run, false);
                var ended =
                        CompletableFuture.runAsync(
                                () -> {
                                    try {
                                        beside(household, settings, RunObserver.NONE)
                                                .driveWithoutSignals(started, ear::complete);
                                    } catch (IOException | InterruptedException broken) {
                                        throw new IllegalStateException(broken);
                                    }
                                });
                refusal(run, here, new Command.RetryHalted());
                ear.join()
                        .accept(
                                new DriverInput.CommandReceived(
                                        new Command.Pause(Urgency.NOW), by, _ -> {}));
                refusal(run, here, new Command.RetryHalted());
                assertThat(household.heard).as("asked by %s", by).hasSize(1);
                refusal(run, here, new Command.Abort("enough"));
                assertThatThrownBy(ended::join).hasCauseInstanceOf(PipelineBug.class);
            }
        }
    }

    /** Breaks the driver beside it as soon as that is told to pause, and cannot leave itself. */
    private record FailingOnPause(
            List<String> heard,
            AtomicReference<Consumer<DriverInput>> driver,
            CompletableFuture<Thread> answered)
            implements ChildRuns {
        @Override
        public Event spawn(long ticket, SpawnChild effect) throws IOException {
            return ChildRunLauncher.NONE.spawn(ticket, effect);
        }

        @Override
        public Event look(long ticket, SpawnChild effect) throws IOException {
            return ChildRunLauncher.NONE.look(ticket, effect);
        }

        @Override
        public void begins(PipelineState state, Consumer<DriverInput> ear) {
            driver.set(ear);
        }

        @Override
        public void folded(PipelineState state) {
            if (state.lifecycle() instanceof Lifecycle.Paused)
                throw new PipelineBug("a mistake of ours");
        }

        @Override
        public void signalled(DriverInput arrival) {}

        @Override
        public boolean isAtWork() {
            return true;
        }

        @Override
        public void leave() {
            heard.add("left");
            driver.get()
                    .accept(
                            new DriverInput.CommandReceived(
                                    new Command.RetryHalted(),
                                    _ -> answered.complete(Thread.currentThread())));
            answered.join();
            throw new IllegalStateException("one of them cannot be waited for");
        }

        /** Where an agent never gets its turn, for the run is told to pause when it asks. */
        AgentCallLimiter turnstile() {
            return (_, _) -> {
                driver.get()
                        .accept(
                                new DriverInput.CommandReceived(
                                        new Command.Pause(Urgency.WHEN_DONE), _ -> {}));
                return new AgentCallLimiter.Turn() {
                    @Override
                    public boolean hasCome() {
                        return false;
                    }

                    @Override
                    public boolean isCalledOff() {
                        return false;
                    }

                    @Override
                    public void close() {
                        heard.add("turn given back");
                    }
                };
            };
        }
    }

    @Test
    void requests_of_a_failed_driver_are_released_before_its_children_leave() throws Exception {
        var place = CliFixture.ready(folder).agent("exit 1\n");
        place.foldline("run", "--until", "planning", "Add work");
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = here.find("@");
            var settings = RunLauncher.configuration(here, run, List.of()).settings();
            var household =
                    new FailingOnPause(
                            new CopyOnWriteArrayList<>(),
                            new AtomicReference<>(_ -> {}),
                            new CompletableFuture<>());
            var started = RunLauncher.resume(here, run, false);
            started.log().submit(new Command.Resume(), Option.none());
            var session =
                    new RunSession(
                            WorkflowFactory.agents(settings),
                            List.of(),
                            new Templates(settings.team().prompts()),
                            new DriverOptions(false, household.turnstile()),
                            RunObserver.NONE);
            assertThatThrownBy(
                            () -> session.beside(household).driveWithoutSignals(started, _ -> {}))
                    .hasMessageContaining("cannot be waited for");
            assertThat(household.heard).containsExactly("turn given back", "left");
            assertThat(household.answered.join().isAlive()).isFalse();
        }
    }

    /** Is told to pause by somebody, and notices whether the run has paused meanwhile. */
    private record PauseRecorder(
            CompletableFuture<Consumer<DriverInput>> driver,
            CountDownLatch paused,
            CompletableFuture<Boolean> wasPaused)
            implements ChildRuns {
        @Override
        public Event spawn(long ticket, SpawnChild effect) throws IOException {
            return ChildRunLauncher.NONE.spawn(ticket, effect);
        }

        @Override
        public Event look(long ticket, SpawnChild effect) throws IOException {
            return ChildRunLauncher.NONE.look(ticket, effect);
        }

        @Override
        public void begins(PipelineState state, Consumer<DriverInput> ear) {}

        @Override
        public void folded(PipelineState state) {
            if (state.lifecycle() instanceof Lifecycle.Paused) paused.countDown();
        }

        @Override
        public void signalled(DriverInput arrival) {
            try {
                wasPaused.complete(paused.await(300, TimeUnit.MILLISECONDS));
            } catch (InterruptedException stop) {
                throw new AssertionError(stop);
            }
        }

        @Override
        public boolean isAtWork() {
            return !wasPaused.isDone();
        }

        @Override
        public void leave() {}
    }

    @Test
    void the_author_of_a_pause_is_reported_to_children_before_the_pause() throws Exception {
        var place = CliFixture.ready(folder);
        try (var here = Workspace.open(place.root, place.environment)) {
            var run = ready(place, here);
            var settings = RunLauncher.configuration(here, run, List.of()).settings();
            var household =
                    new PauseRecorder(
                            new CompletableFuture<>(),
                            new CountDownLatch(1),
                            new CompletableFuture<>());
            var started = new WorkflowOperations(here).start(run, settings);
            var driver =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            beside(household, settings, RunObserver.NONE)
                                                    .driveWithoutSignals(
                                                            started, household.driver::complete);
                                        } catch (IOException | InterruptedException broken) {
                                            throw new AssertionError(broken);
                                        }
                                    });
            household
                    .driver
                    .join()
                    .accept(
                            new DriverInput.CommandReceived(
                                    new Command.Pause(Urgency.NOW),
                                    Option.of("somebody"),
                                    _ -> {}));
            assertThat(household.wasPaused.join())
                    .as("else they would be told without a name")
                    .isFalse();
            driver.join();
        }
    }

    private static String refusal(RunDirectory run, Workspace here, Command command)
            throws Exception {
        return ((CommandClient.Answer.Refused)
                        CommandClient.send(run, command, here.runs().redaction()))
                .rejection()
                .message();
    }
}
