package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.HeadsFixture;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.DamagedLog;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLog;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

class RunHistoryTest {
    @TempDir Path folder;

    private RunFixture run;

    @BeforeEach
    void aRunInTheMiddle() throws Exception {
        run =
                RunFixture.begin(Repository.withOneCommit(folder.resolve("repository")), 1, 1)
                        .untilRunning(InvokeAgent.class);
    }

    @Test
    void the_latest_state_is_the_fold_of_all_events() throws IOException {
        assertThat(RunHistory.open(run.directory()).latest())
                .isEqualTo(new Point(run.seq(), run.state()));
    }

    @Test
    void a_snapshot_leads_to_the_same_state_with_fewer_events() throws IOException {
        run.snapshot().toTheEnd();
        assertThat(RunHistory.open(run.directory()).latest())
                .isEqualTo(new Point(run.seq(), run.state()));
    }

    @Test
    void events_before_the_snapshot_are_not_read_again() throws IOException {
        run.snapshot();
        change(3, line -> line.replace("phase_entered", "phase_ENTERED"));
        assertThat(RunHistory.open(run.directory()).latest().state()).isEqualTo(run.state());
    }

    @Test
    void a_snapshot_of_other_rules_is_not_used() throws IOException {
        var stranger = RunFixture.begin(run.repository(), 2, 1).state();
        resave("rules 0, wire 0", Wire.toJson(stranger));
        assertThat(RunHistory.open(run.directory()).latest())
                .isEqualTo(new Point(run.seq(), run.state()));
    }

    @Test
    void a_snapshot_that_cannot_be_read_is_not_used() throws IOException {
        resave(RunLog.SNAPSHOT_STAMP, "{\"shape\":\"strange\"}");
        assertThat(RunHistory.open(run.directory()).latest())
                .isEqualTo(new Point(run.seq(), run.state()));
    }

    @Test
    void each_event_is_visited_with_the_states_around_it() throws IOException {
        List<ReplayStep> moments = new ArrayList<>();
        assertThat(RunHistory.open(run.directory()).walk(moments::add)).isEqualTo(run.seq());
        assertThat(moments)
                .extracting(ReplayStep::seq)
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(moments.getFirst().before()).isEmpty();
        for (int i = 1; i < moments.size(); i++)
            assertThat(moments.get(i).before()).contains(moments.get(i - 1).after());
    }

    @Test
    void a_visitor_that_has_enough_gets_no_further_event() throws IOException {
        assertThat(RunHistory.open(run.directory()).walk(moment -> moment.seq() < 4)).isEqualTo(4);
    }

    @Test
    void a_point_after_the_last_event_is_refused() {
        var error =
                catchThrowableOfType(
                        UserError.class, () -> RunHistory.open(run.directory()).at(10));
        assertThat(error.message()).isEqualTo("no event 10: the log has events 1 to 9");
        assertThat(error.exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void a_flipped_byte_is_located() throws IOException {
        change(5, line -> line.replace("branch_opened", "branch_openeD"));
        var damage = damage();
        assertThat(damage.line()).isEqualTo(5);
        assertThat(damage.message()).startsWith("line 5 has changed since it was written");
        assertThat(damage.place()).isEqualTo(run.directory().events() + ":5");
        assertThat(damage.hint()).isEqualTo("foldline log repair " + run.id());
        assertThat(damage.exit()).isEqualTo(ExitCode.DIVERGED);
    }

    @Test
    void events_before_a_damaged_line_can_still_be_read() throws IOException {
        change(5, line -> line.replace("branch_opened", "branch_openeD"));
        assertThat(RunHistory.open(run.directory()).at(4).seq()).isEqualTo(4);
    }

    @Test
    void a_missing_line_is_located() throws IOException {
        var lines = new ArrayList<>(Files.readAllLines(run.directory().events()));
        lines.remove(5);
        Files.writeString(run.directory().events(), String.join("\n", lines) + "\n");
        assertThat(damage().message())
                .isEqualTo(
                        "line 6 should be event 6 but is event 7: lines are missing or out of"
                                + " order");
    }

    @Test
    void a_line_of_a_newer_version_is_refused() throws IOException {
        change(9, line -> "{\"v\":2,\"more\":\"than we know\"}");
        var damage = damage();
        assertThat(damage.message()).contains("version 2");
        assertThat(damage.hint()).contains("newer");
        assertThat(damage.exit()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void an_unknown_event_is_refused_and_located() throws IOException {
        raw("{\"type\":\"moon_landed\",\"ticket\":3}");
        var damage = damage();
        assertThat(damage.line()).isEqualTo(10);
        assertThat(damage.message())
                .startsWith("line 10: cannot read an event: unknown type \"moon_landed\"");
        assertThat(damage.exit()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void a_torn_tail_is_ignored() throws IOException {
        Files.writeString(
                run.directory().events(),
                Files.readString(run.directory().events()) + "{\"v\":1,\"seq\":10,\"at\":\"20");
        assertThat(RunHistory.open(run.directory()).latest()).isEqualTo(new Point(9, run.state()));
    }

    @Test
    void an_empty_log_is_a_run_that_never_started() throws IOException {
        HeadsFixture.remove(run.directory());
        Files.writeString(run.directory().events(), "");
        var error =
                catchThrowableOfType(
                        UserError.class, () -> RunHistory.open(run.directory()).latest());
        assertThat(error.message()).contains("never started");
    }

    @Test
    void a_run_without_a_log_is_named() throws IOException {
        HeadsFixture.remove(run.directory());
        Files.delete(run.directory().events());
        var error = catchThrowableOfType(UserError.class, () -> RunHistory.open(run.directory()));
        assertThat(error.message()).isEqualTo("run " + run.id() + " has no log");
    }

    @Test
    void a_log_that_starts_in_the_middle_is_refused() throws IOException {
        Files.delete(run.directory().events());
        raw("{\"type\":\"phase_entered\",\"ticket\":3}");
        assertThat(damage().message()).isEqualTo("line 1 does not start a run");
    }

    @Test
    void a_log_is_read_while_its_driver_has_it_open() throws IOException {
        if (!(FileEventLog.open(run.directory().events(), _ -> {})
                instanceof OpenLogResult.Opened(var log, _))) throw new AssertionError();
        try (log) {
            assertThat(RunHistory.open(run.directory()).latest().state()).isEqualTo(run.state());
        }
    }

    @Test
    void a_follower_receives_later_events() throws Exception {
        var caughtUp = new CountDownLatch(1);
        List<Long> reported = new ArrayList<>();
        var follower =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        RunHistory.open(run.directory())
                                                .follow(
                                                        moment -> {
                                                            reported.add(moment.seq());
                                                            if (moment.seq() == 9)
                                                                caughtUp.countDown();
                                                            return moment.seq() < 12;
                                                        });
                                    } catch (IOException | InterruptedException failed) {
                                        throw new AssertionError(failed);
                                    }
                                });
        caughtUp.await();
        run.toTheEnd();
        follower.join();
        assertThat(reported).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L);
    }

    private DamagedLog damage() {
        var damage =
                catchThrowableOfType(
                        DamagedLog.class, () -> RunHistory.open(run.directory()).latest());
        assertThat(damage).isNotNull();
        return damage;
    }

    private void change(int number, UnaryOperator<String> change) throws IOException {
        var lines = new ArrayList<>(Files.readAllLines(run.directory().events()));
        lines.set(number - 1, change.apply(lines.get(number - 1)));
        Files.writeString(run.directory().events(), String.join("\n", lines) + "\n");
    }

    /** A snapshot that claims the log's end and says something else. */
    private void resave(String stamp, String state) throws IOException {
        run.snapshot();
        var at =
                new SnapshotFile(run.directory().snapshot(), RunLog.SNAPSHOT_STAMP)
                        .load(run.directory().events())
                        .map(Snapshot::at)
                        .orElseThrow();
        new SnapshotFile(run.directory().snapshot(), stamp).save(new Snapshot(at, state));
    }

    /** A line that is whole, with any JSON as its event. */
    private void raw(String event) throws IOException {
        if (!(FileEventLog.open(run.directory().events(), _ -> {})
                instanceof OpenLogResult.Opened(var log, _))) throw new AssertionError();
        try (log) {
            log.append(LogEntry.of(RunFixture.START, event));
        }
    }
}
