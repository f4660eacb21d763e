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
import java.util.concurrent.atomic.AtomicReference;

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
    void many_runs_write_at_once_and_none_waits_for_the_append_of_another() throws Exception {
        var notices = new ConcurrentLinkedQueue<String>();
        var appending = new CountDownLatch(RUNS);
        var threads = new ArrayList<Thread>();
        for (int run = 0; run < RUNS; run++) {
            var directory = new Runs(root).create(id(run));
            Files.createFile(directory.events());
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        var end = new AtomicReference<>(LogPosition.START);
                                        try (var tables =
                                                new RunTables(directory, end::get, notices::add)) {
                                            for (int event = 0; event < EVENTS; event++) {
                                                int number = event;
                                                tables.append(
                                                        List.of(moved(directory.id(), number)),
                                                        () -> {
                                                            end.set(after(number));
                                                            appending.countDown();
                                                            // Ends only when all are in theirs.
                                                            await(appending);
                                                        });
                                            }
                                        }
                                    }));
        }
        for (var thread : threads) thread.join();
        assertThat(notices).isEmpty();
        try (var tables = StateTables.open(new Runs(root).tables())) {
            assertThat(tables.runs())
                    .hasSize(RUNS)
                    .allSatisfy(row -> assertThat(row.phase()).isEqualTo("phase 4"));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private static LogPosition after(int event) {
        return new LogPosition(event + 1, "a".repeat(64), 100L * (event + 1));
    }

    @Test
    void rows_of_an_event_that_a_reader_has_found_are_not_written_again() throws Exception {
        try (var tables = StateTables.open(new Runs(root).tables())) {
            tables.write(List.of(new StateTables.Rows("r1", List.of(moved(id(0), 3)), after(3))));
            tables.write(List.of(new StateTables.Rows("r1", List.of(moved(id(0), 2)), after(2))));
            assertThat(tables.runs())
                    .singleElement()
                    .satisfies(row -> assertThat(row.phase()).isEqualTo("phase 3"));
            assertThat(tables.position("r1")).isEqualTo(after(3));
        }
    }

    @Test
    void a_row_that_cannot_be_written_costs_its_run_the_later_ones_and_no_other_run_any()
            throws Exception {
        var notices = new ArrayList<String>();
        var first = new Runs(root).create(id(0));
        var second = new Runs(root).create(id(1));
        for (var each : List.of(first, second)) Files.createFile(each.events());
        var end = new AtomicReference<>(LogPosition.START);
        try (var one = new RunTables(first, end::get, notices::add);
                var other = new RunTables(second, end::get, _ -> {})) {
            one.append(List.of(moved(first.id(), 0)), () -> end.set(after(0)));
            one.append(List.of(UNWRITABLE), () -> end.set(after(1)));
            one.append(List.of(moved(first.id(), 2)), () -> end.set(after(2)));
            other.append(List.of(moved(second.id(), 2)), () -> end.set(after(3)));
        }
        assertThat(notices).singleElement().asString().contains("the run continues without them");
        try (var tables = StateTables.open(new Runs(root).tables())) {
            assertThat(tables.runs())
                    .extracting(RunRow::phase)
                    .containsExactlyInAnyOrder("phase 0", "phase 2");
            assertThat(tables.position(first.id().text())).isEqualTo(after(0));
        }
    }

    @Test
    void rows_that_come_after_the_end_of_the_writing_thread_cost_a_notice_and_a_new_writer_follows()
            throws Exception {
        var notices = new ArrayList<String>();
        var first = new Runs(root).create(id(0));
        var second = new Runs(root).create(id(1));
        for (var each : List.of(first, second)) Files.createFile(each.events());
        var end = new AtomicReference<>(LogPosition.START);
        try (var one = new RunTables(first, end::get, notices::add)) {
            one.append(List.of(moved(first.id(), 0)), () -> {});
            one.append(DEADLY, () -> end.set(after(0)));
            one.append(List.of(moved(first.id(), 1)), () -> end.set(after(1)));
        }
        assertThat(notices).singleElement().asString().contains("has ended");
        try (var other = new RunTables(second, end::get, notices::add)) {
            other.append(List.of(moved(second.id(), 2)), () -> end.set(after(2)));
        }
        assertThat(notices).hasSize(1);
        try (var tables = StateTables.open(new Runs(root).tables())) {
            assertThat(tables.runs()).extracting(RunRow::phase).contains("phase 2");
        }
    }

    /** Ends the thread that writes it. */
    private static final Iterable<TableUpdate> DEADLY =
            () -> {
                if (Thread.currentThread().getName().equals("foldline tables"))
                    throw new StackOverflowError("of a test");
                return List.of(moved(new RunId("raaaaaaaaaaaaaaaa"), 0)).iterator();
            };

    /** A row without a state. */
    private static final TableUpdate UNWRITABLE =
            new TableUpdate.Moved(new RunRow("run", "tasks", null, "", ""), Instant.EPOCH);

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
