package dev.foldline.app.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

@Timeout(value = 4, unit = TimeUnit.MINUTES)
class RunFollowerTest {
    @TempDir private Path folder;

    private final RecordingObserver view = new RecordingObserver();

    /** Remembers what it is told. */
    private static final class RecordingObserver implements RunObserver {
        private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

        @Override
        public void begins(PipelineState state, String root) {
            heard.add("begins " + state.phaseKey() + " in " + root);
        }

        @Override
        public void onEvent(Event event, Option<String> message, PipelineState state) {
            heard.add(event.getClass().getSimpleName());
        }

        @Override
        public void activity(String line) {
            heard.add("says " + line);
        }

        void assertReceived(String... expected) throws InterruptedException {
            for (var each : expected) assertThat(heard.take()).isEqualTo(each);
        }
    }

    /** A run that is driven here: its lock is held and its events are appended. */
    private record DrivenRun(RunDirectory run, RalphWalk walk, FileEventLog log, RunLock lock)
            implements AutoCloseable {
        @Override
        public void close() throws IOException {
            log.close();
            lock.close();
        }
    }

    private RunDirectory create() throws IOException {
        return Runs.of(folder).create(new RunId("raaaaaaaaaaaaaaaa"));
    }

    private DrivenRun drive() throws IOException {
        var run = create();
        if (!(RunLock.take(run.lock()) instanceof RunLock.LockAttempt.Held(var lock)))
            throw new AssertionError("locked");
        if (!(FileEventLog.open(run.events(), _ -> {}) instanceof OpenLogResult.Opened(var log, _)))
            throw new AssertionError("damaged");
        append(log, RalphWalk.start(2, Vector.empty()));
        return new DrivenRun(
                run, RalphWalk.ralph(2).loggedBy(event -> append(log, event)), log, lock);
    }

    private static void append(FileEventLog log, Event event) {
        try {
            log.append(LogEntry.of(RalphWalk.BEGAN, Wire.toJson(event)));
        } catch (IOException full) {
            throw new AssertionError(full);
        }
    }

    private Future<PipelineState> follow(RunDirectory run) {
        var task = new FutureTask<>(() -> RunFollower.follow(run, "/repo", view));
        Thread.ofVirtual().start(task);
        return task;
    }

    @Test
    void a_follower_starts_at_the_position_of_the_run_and_reports_events_until_the_end()
            throws Exception {
        try (var driven = drive()) {
            driven.walk().drivenBy(1).untilRole("planner");
            var end = follow(driven.run());
            view.assertReceived("begins iterate/planning in /repo");
            driven.walk().answer();
            view.assertReceived("AgentFinished");
            driven.walk().until(Control.Stop.class);
            assertThat(end.get()).isEqualTo(driven.walk().state());
            assertThat(end.get().lifecycle()).isInstanceOf(Lifecycle.Ended.class);
        }
    }

    @Test
    void a_follower_ends_when_the_driver_is_gone() throws Exception {
        Future<PipelineState> end;
        PipelineState left;
        try (var driven = drive()) {
            driven.walk().drivenBy(1).untilRole("developer");
            end = follow(driven.run());
            view.assertReceived("begins iterate/development in /repo");
            left = driven.walk().answer().state();
        }
        assertThat(end.get()).isEqualTo(left);
    }

    @Test
    void a_watcher_may_leave_at_any_time() throws Exception {
        try (var driven = drive()) {
            var here = driven.walk().drivenBy(1).untilRole("developer").state();
            var task = new FutureTask<>(() -> RunFollower.follow(driven.run(), "/repo", view));
            var watcher = Thread.ofVirtual().start(task);
            view.assertReceived("begins iterate/development in /repo");
            watcher.interrupt();
            assertThat(task.get()).isEqualTo(here);
        }
    }

    @Test
    void a_run_without_a_driver_is_shown_once() throws Exception {
        try (var driven = drive()) {
            driven.walk().drivenBy(1).untilRole("developer");
        }
        assertThat(
                        RunFollower.follow(
                                        new RunDirectory(
                                                new RunId("raaaaaaaaaaaaaaaa"), create(folder)),
                                        "/repo",
                                        view)
                                .phaseKey())
                .isEqualTo("iterate/development");
        view.assertReceived("begins iterate/development in /repo");
        assertThat(view.heard).isEmpty();
    }

    private static Path create(Path folder) {
        return folder.resolve("foldline/runs/raaaaaaaaaaaaaaaa");
    }

    @Test
    void the_output_of_the_agent_is_read_from_its_file() throws Exception {
        try (var driven = drive()) {
            driven.walk().drivenBy(1).untilRole("planner");
            long ticket = driven.walk().state().header().ticket();
            var output = driven.run().output().resolve("agent-" + ticket + ".out");
            Files.writeString(output, "reading\nthin");
            var end = follow(driven.run());
            view.assertReceived("begins iterate/planning in /repo", "says reading");
            Files.writeString(output, "king \u4f60\n", StandardOpenOption.APPEND);
            view.assertReceived("says thinking \u4f60");
            driven.walk().answer().until(Control.Stop.class);
            end.get();
        }
    }

    @Test
    void the_latest_part_of_a_long_output_is_shown() throws Exception {
        var walk = RalphWalk.ralph(1).untilRole("planner");
        Files.writeString(
                folder.resolve("agent-" + walk.state().header().ticket() + ".out"),
                "x".repeat(100_000) + "\n" + "y\n".repeat(40_000) + "last\n");
        var murmur = new OutputTail(folder);
        assertThat(murmur.of(walk.state()))
                .hasSizeLessThan(40_000)
                .endsWith("y", "last")
                .allMatch(line -> !line.isEmpty());
        assertThat(murmur.of(walk.state())).isEmpty();
        assertThat(murmur.of(walk.answer().state())).isEmpty();
    }

    @Test
    void damage_is_an_error_with_its_line() throws Exception {
        RunDirectory run;
        try (var driven = drive()) {
            run = driven.run();
            driven.walk().drivenBy(1).untilRole("developer");
        }
        var text = Files.readString(run.events());
        Files.writeString(
                run.events(), text.replaceFirst("PhaseEntered|phase_entered", "phase_enterxd"));
        assertThatThrownBy(() -> RunFollower.follow(run, "/repo", view))
                .isInstanceOfSatisfying(
                        UserError.class,
                        error -> {
                            assertThat(error.exit()).isEqualTo(ExitCode.DIVERGED);
                            assertThat(error.place()).startsWith(run.events() + ":");
                        });
    }

    @Test
    void a_run_that_never_started_is_an_error() throws Exception {
        var run = create();
        assertThatThrownBy(() -> RunFollower.follow(run, "/repo", view))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("no log");
        Files.createFile(run.events());
        assertThatThrownBy(() -> RunFollower.follow(run, "/repo", view))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("is empty: the run never started");
        assertThat(view.heard).isEmpty();
    }
}
