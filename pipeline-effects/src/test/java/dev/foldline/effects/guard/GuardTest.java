package dev.foldline.effects.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.GitEvent.MergePrepared;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.effects.context.Workplace;
import dev.foldline.effects.guard.Guard.Commits;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.Entry;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.Opening;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others do while an agent works, and say a moment later than they do it. */
class GuardTest {
    @TempDir Path folder;
    private Workplace at;
    private final AtomicInteger rests = new AtomicInteger();

    @BeforeEach
    void open() throws IOException { at = Workplace.in(folder); }

    @AfterEach
    void close() { at.close(); }

    private interface Deed {
        void done() throws IOException;
    }

    /** A guard that looks again when this has been done. */
    private Guard guard(Deed meanwhile) throws IOException {
        return Guard.before(at.context(), 7, Vector.empty(), Commits.STAY).resting(() -> {
            try {
                if (rests.incrementAndGet() == 1) meanwhile.done();
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
            return true;
        });
    }

    @Test
    void a_branch_that_somebody_makes_for_a_working_tree_of_theirs_is_theirs_though_it_is_there_first() throws IOException {
        var guard = guard(() -> at.git("worktree", "add", "-q", at.outside.resolve("theirs").toString(), "theirs"));
        at.git("branch", "theirs");
        assertThat(guard.after().trespass()).isEmpty();
        assertThat(rests).hasValue(1);
    }

    @Test
    void a_merge_that_a_run_prepares_anew_is_its_own_though_its_ref_moves_first() throws IOException {
        var merge = at.git("commit-tree", "-p", "main", "-m", "Merge", "main^{tree}");
        var ref = "refs/foldline/merge/rmergingaaaaaaaaa/3";
        at.git("update-ref", ref, "main");
        var guard = guard(() -> says(new MergePrepared(3, merge, new Candidate("main", at.head(), merge, "t"))));
        at.git("update-ref", ref, merge);
        assertThat(guard.after().trespass()).isEmpty();
        assertThat(rests).hasValue(1);
    }

    @Test
    void what_nobody_claims_after_some_looks_is_the_agents_doing() throws IOException {
        var guard = guard(() -> {});
        at.git("branch", "stray");
        assertThat(guard.after().trespass()).hasValueSatisfying(told -> assertThat(told).contains("refs/heads/stray"));
        assertThat(rests.get()).isBetween(2, 20);
    }

    @Test
    void a_persons_work_that_was_saved_last_is_not_saved_again_whatever_its_ticket() throws IOException {
        var run = at.context();
        var kept = Vector.of("a.txt");
        at.write("a.txt", "mine\n");
        Safekeeping.begin(run, kept);
        assertThat(Safekeeping.renew(run, 8, kept)).isEqualTo(run.keptRef());
        for (long ticket : new long[] {9, 10}) {
            at.write("a.txt", "mine before " + ticket + "\n");
            assertThat(Safekeeping.renew(run, ticket, kept)).isEqualTo(run.keptRef() + "-" + ticket);
        }
        assertThat(Safekeeping.renew(run, 11, kept)).isEqualTo(run.keptRef() + "-10");
    }

    private void says(MergePrepared event) throws IOException {
        var run = new Runs(at.root.resolve(".git/foldline")).create(new RunId("rmergingaaaaaaaaa"));
        if (!(FileEventLog.open(run.events(), line -> {}) instanceof Opening.Opened(var log, _))) throw new AssertionError("the log is damaged");
        try (log) {
            log.append(Entry.of(Instant.now(), Wire.toJson(event)));
        }
    }
}
