package dev.foldline.effects.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Many runs of one process that write the same tables. */
class TableWriterTest {
    private static final int RUNS = 40;
    private static final int EVENTS = 5;

    @TempDir Path root;

    private RunId id(int number) {
        return new RunId(
                "r"
                        + "abcdefgh".charAt(number / 8)
                        + "abcdefgh".charAt(number % 8)
                        + "aaaaaaaaaaaaaa");
    }

    @Test
    void many_runs_write_in_their_turn_one_at_a_time_and_none_gives_the_tables_up()
            throws Exception {
        var atWork = new AtomicInteger();
        var together = new ConcurrentLinkedQueue<Integer>();
        var notices = new ConcurrentLinkedQueue<String>();
        var start = new CountDownLatch(1);
        var threads = new ArrayList<Thread>();
        for (int run = 0; run < RUNS; run++) {
            var directory = new Runs(root).create(id(run));
            Files.createFile(directory.events());
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try (var tables =
                                                new RunTables(
                                                        directory,
                                                        () -> LogPosition.START,
                                                        notices::add)) {
                                            start.await();
                                            for (int event = 0; event < EVENTS; event++)
                                                tables.append(
                                                        List.of(moved(directory.id(), event)),
                                                        () -> {
                                                            together.add(atWork.incrementAndGet());
                                                            Thread.yield();
                                                            atWork.decrementAndGet();
                                                        });
                                        } catch (InterruptedException hurry) {
                                            Thread.currentThread().interrupt();
                                        }
                                    }));
        }
        start.countDown();
        for (var thread : threads) thread.join();
        assertThat(notices).isEmpty();
        assertThat(together).hasSize(RUNS * EVENTS).containsOnly(1);
        try (var tables = StateTables.open(new Runs(root).tables())) {
            assertThat(tables.runs())
                    .hasSize(RUNS)
                    .allSatisfy(row -> assertThat(row.phase()).isEqualTo("phase 4"));
        }
    }

    private static TableUpdate moved(RunId run, int event) {
        return new TableUpdate.Moved(
                new RunRow(run.text(), "tasks", "RUNNING", "phase " + event, ""),
                Instant.EPOCH.plusSeconds(event));
    }

    @Test
    void closing_its_tables_twice_leaves_those_of_other_runs_open() throws Exception {
        var notices = new ArrayList<String>();
        var first = new Runs(root).create(id(0));
        var second = new Runs(root).create(id(1));
        for (var each : List.of(first, second)) Files.createFile(each.events());
        try (var one = new RunTables(first, () -> LogPosition.START, notices::add);
                var other = new RunTables(second, () -> LogPosition.START, notices::add)) {
            one.append(List.of(moved(first.id(), 1)), () -> {});
            other.append(List.of(moved(second.id(), 1)), () -> {});
            one.close();
            one.close();
            other.append(List.of(moved(second.id(), 2)), () -> {});
        }
        assertThat(notices).isEmpty();
    }
}
