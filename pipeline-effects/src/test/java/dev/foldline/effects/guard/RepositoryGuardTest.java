package dev.foldline.effects.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.guard.RepositoryGuard.Commits;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/** What others do while an agent works, and say a moment later than they do it. */
class RepositoryGuardTest {
    @TempDir Path folder;
    private HandlerFixture at;
    private final AtomicInteger rests = new AtomicInteger();

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
    }

    @AfterEach
    void close() {
        at.close();
    }

    private interface RepositoryChange {
        void done() throws IOException;
    }

    /** A guard that looks again when this has been done. */
    private RepositoryGuard guard(RepositoryChange meanwhile) throws IOException {
        return RepositoryGuard.before(at.context(), 7, Vector.empty(), Commits.STAY)
                .with(
                        new PauseDrivenTimer(
                                () -> {
                                    try {
                                        if (rests.incrementAndGet() == 1) meanwhile.done();
                                    } catch (IOException broken) {
                                        throw new UncheckedIOException(broken);
                                    }
                                }));
    }

    @Test
    void a_merge_that_a_run_lands_is_its_own_though_the_branch_moves_first() throws IOException {
        var merge = at.git("commit-tree", "-p", "main", "-m", "Merge", "main^{tree}");
        at.git("checkout", "-q", "-b", "foldline/run");
        var guard = guard(() -> says(new MergeLanded(3, "main", merge)));
        at.git("branch", "-f", "main", merge);
        assertThat(guard.after().trespass()).isEmpty();
        assertThat(rests).hasValue(1);
    }

    @Test
    void a_change_unclaimed_after_some_checks_is_attributed_to_the_agent() throws IOException {
        at.git("checkout", "-q", "-b", "foldline/run");
        var guard = guard(() -> {});
        at.git("branch", "-D", "main");
        assertThat(guard.after().trespass())
                .hasValueSatisfying(reported -> assertThat(reported).contains("refs/heads/main"));
        assertThat(rests.get()).isBetween(2, 20);
    }

    @Test
    void user_work_that_was_saved_last_is_not_saved_again_regardless_of_its_ticket()
            throws IOException {
        var run = at.context();
        var kept = Vector.of("a.txt");
        at.write("a.txt", "mine\n");
        UncommittedWorkBackup.begin(run, kept);
        assertThat(UncommittedWorkBackup.renew(run, 8, kept)).isEqualTo(run.keptRef());
        for (long ticket : new long[] {9, 10}) {
            at.write("a.txt", "mine before " + ticket + "\n");
            assertThat(UncommittedWorkBackup.renew(run, ticket, kept))
                    .isEqualTo(run.keptRef() + "-" + ticket);
        }
        assertThat(UncommittedWorkBackup.renew(run, 11, kept)).isEqualTo(run.keptRef() + "-10");
    }

    private void says(MergeLanded event) throws IOException {
        var run = new Runs(at.root.resolve(".git/foldline")).create(new RunId("rmergingaaaaaaaaa"));
        if (!(FileEventLog.open(run.events(), line -> {})
                instanceof OpenLogResult.Opened(var log, _)))
            throw new AssertionError("the log is damaged");
        try (log) {
            log.append(LogEntry.of(Instant.now(), Wire.toJson(event)));
        }
    }
}
