package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.ForkPoint.Recording;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.Slots;
import dev.foldline.core.kernel.Pipeline;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.TreeSet;

/** What a fork starts with, at each point of a run. */
class ForkPointTest {
    @TempDir Path folder;

    @Test
    void a_fork_stands_where_the_run_stood_with_all_it_had() throws Exception {
        var run = RunFixture.begin(Repository.withOneCommit(folder), 1, 2).toTheEnd();
        var history = RunHistory.open(run.directory());
        var points = new TreeSet<Long>();
        for (long seq = 1; seq <= run.seq(); seq++) {
            ForkPoint fork;
            try {
                fork = ForkPoint.of(history, OptionalLong.of(seq), Recording.NONE);
            } catch (UserError none) {
                assertThat(points).isEmpty();
                continue;
            }
            points.add(fork.point().seq());
            assertThat(fork.point().seq()).isLessThanOrEqualTo(seq);
            isTheSame(
                    Pipeline.start(fork.started().knowing(Option.of(fork.initialState("fork/it")))),
                    fork.point().state());
        }
        assertThat(points).hasSizeGreaterThan(4);
    }

    private static void isTheSame(PipelineState fork, PipelineState origin) {
        assertThat(fork.at().stage()).isEqualTo(origin.at().stage());
        assertThat(fork.at().turn()).isEqualTo(origin.at().turn());
        assertThat(fork.at().phase()).isEqualTo(origin.at().phase());
        assertThat(fork.at().step()).isZero();
        assertThat(fork.slots()).isEqualTo(Slots.IDLE);
        assertThat(fork.items().lists()).isEqualTo(origin.items().lists());
        assertThat(fork.ledger().artifacts()).isEqualTo(origin.ledger().artifacts());
        assertThat(fork.ledger().executions().remove(fork.phaseKey()))
                .isEqualTo(origin.ledger().executions().remove(fork.phaseKey()));
        assertThat(fork.usage().routeUses()).isEqualTo(origin.usage().routeUses());
        var repository = origin.ledger().repository();
        assertThat(fork.ledger().repository().base()).isEqualTo(repository.base());
        assertThat(fork.ledger().repository().head())
                .isEqualTo(repository.head().orElse(repository.base()));
        assertThat(fork.ledger().repository().branch()).contains("fork/it");
        assertThat(fork.usage().meter().agentCalls()).isZero();
    }
}
