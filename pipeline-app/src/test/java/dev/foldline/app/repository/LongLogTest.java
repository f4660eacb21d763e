package dev.foldline.app.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.error.UserError;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** A run with a long log goes on behind its snapshot, but commits nothing on a damaged one. */
class LongLogTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir Path folder;
    private RunDirectory run;
    private Event commit;

    /** A log that is long because of one event, and ends before a commit. */
    @BeforeEach
    void a_long_log() throws IOException {
        var events =
                Simulation.of(Ralph.workflow(Ralph.Options.DEFAULT, Policy.DEFAULT))
                        .seed(1)
                        .run()
                        .events();
        int end = first(events);
        commit = events.get(end);
        run = new Runs(folder.resolve(".git/foldline")).create(RunId.draw(new Random(1)));
        if (!(FileEventLog.open(run.events(), _ -> {}) instanceof OpenLogResult.Opened(var log, _)))
            throw new AssertionError();
        try (log) {
            var first = (RunStarted) events.getFirst();
            var started =
                    new RunStarted(
                            run.id().text(),
                            first.workflow(),
                            "x".repeat(5 << 20),
                            first.rules(),
                            first.at());
            var state = Pipeline.start(started);
            log.append(LogEntry.of(NOON, Wire.toJson(started)));
            for (var event : events.subList(1, end)) {
                log.append(LogEntry.of(NOON, Wire.toJson(event)));
                state = Pipeline.reduce(state, event);
            }
            snapshot(state, log);
        }
    }

    private static int first(List<Event> events) {
        int at = 0;
        while (!(events.get(at) instanceof EffectStarted(_, CommitWork _))) at++;
        return at;
    }

    private void snapshot(PipelineState state, FileEventLog log) throws IOException {
        new SnapshotFile(run.snapshot(), RunLog.SNAPSHOT_STAMP)
                .save(new Snapshot(log.end(), Wire.toJson(state)));
    }

    private void spoil() throws IOException {
        var bytes = Files.readAllBytes(run.events());
        bytes[1 << 20] = 'y';
        Files.write(run.events(), bytes);
    }

    private RunLog opened() throws IOException {
        return RunLog.open(run, Redaction.OF_SHAPES).orElseThrow();
    }

    @Test
    void a_commit_starts_when_all_lines_have_been_checked() throws IOException {
        try (var log = opened()) {
            long before = log.seq();
            log.append(commit, Pipeline.decide(log.state()), Option.none());
            assertThat(log.seq()).isEqualTo(before + 1);
        }
    }

    @Test
    void no_commit_starts_on_a_damaged_log_and_the_next_driver_refuses_it() throws IOException {
        spoil();
        long size = Files.size(run.events());
        try (var log = opened()) {
            assertThatThrownBy(
                            () -> log.append(commit, Pipeline.decide(log.state()), Option.none()))
                    .isInstanceOf(JournalFault.class)
                    .hasMessageContaining("line 1 has changed since it was written");
        }
        assertThat(run.events()).hasSize(size);
        assertThat(run.snapshot()).doesNotExist();
        assertThatThrownBy(this::opened)
                .isInstanceOf(UserError.class)
                .hasMessageContaining("line 1");
    }

    @Test
    void no_driver_takes_up_a_begun_commit_on_a_damaged_log() throws IOException {
        try (var log = opened()) {
            log.append(commit, Pipeline.decide(log.state()), Option.none());
        }
        spoil();
        long size = Files.size(run.events());
        try (var log = opened()) {
            var start = new DriverStarted(2, NOON);
            assertThatThrownBy(() -> log.append(start, Pipeline.decide(log.state()), Option.none()))
                    .isInstanceOf(JournalFault.class)
                    .hasMessageContaining("line 1");
        }
        assertThat(run.events()).hasSize(size);
    }

    @Test
    void no_snapshot_hides_the_damage_before_it() throws IOException {
        spoil();
        try (var log = opened()) {
            assertThatThrownBy(
                            () -> log.append(commit, Pipeline.decide(log.state()), Option.none()))
                    .isInstanceOf(JournalFault.class);
            log.snapshotIfDue();
            assertThatThrownBy(log::snapshot)
                    .isInstanceOf(JournalFault.class)
                    .hasMessageContaining("line 1");
        }
        assertThat(run.snapshot()).doesNotExist();
        assertThatThrownBy(this::opened).isInstanceOf(UserError.class);
    }

    @Test
    void a_driver_that_leaves_at_once_waits_for_the_check_and_reports_the_damage()
            throws IOException {
        spoil();
        try (var log = opened()) {
            assertThatThrownBy(log::snapshot)
                    .isInstanceOf(JournalFault.class)
                    .hasMessageContaining("line 1");
        }
        assertThat(run.snapshot()).doesNotExist();
        assertThatThrownBy(this::opened).isInstanceOf(UserError.class);
    }

    @Test
    void a_command_is_written_to_no_damaged_log() throws IOException {
        spoil();
        long size = Files.size(run.events());
        try (var log = opened()) {
            assertThatThrownBy(
                            () -> log.submit(new Command.Abort("no longer needed"), Option.none()))
                    .isInstanceOf(JournalFault.class);
        }
        assertThat(run.events()).hasSize(size);
    }
}
