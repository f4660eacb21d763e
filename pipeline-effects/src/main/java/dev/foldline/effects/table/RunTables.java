package dev.foldline.effects.table;

import dev.foldline.effects.log.KnownHead;
import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.StateTables.Rows;

import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes the tables for the holder of one run's log: the rows of an event follow it at once, and
 * the run does not wait for them. An error of the tables never stops a run: this writer gives up
 * with one notice, and the next reader rebuilds the rows.
 */
public final class RunTables implements AutoCloseable {
    private final RunDirectory run;
    private final Supplier<LogPosition> end;
    private final Consumer<String> notice;
    private final Failures failures = new Failures();
    private Tables tables = new Tables.Unopened();

    /** The first fault: rows after it would be marked as current without those before. */
    private static final class Failures implements TableWriter.Owner {
        private final AtomicReference<Optional<TableFault>> first =
                new AtomicReference<>(Optional.empty());

        @Override
        public boolean hasFailed() {
            return first.get().isPresent();
        }

        @Override
        public void fail(TableFault fault) {
            first.compareAndSet(Optional.empty(), Optional.of(fault));
        }
    }

    /** Whether the tables are written. */
    private sealed interface Tables {
        record Unopened() implements Tables {}

        record Open(TableWriter writer) implements Tables {}

        record GivenUp() implements Tables {}
    }

    /**
     * The file is opened at the first event that changes a row.
     *
     * @param end the position after the last line of the run's log
     * @param notice called once if the tables cannot be used
     */
    public RunTables(RunDirectory run, Supplier<LogPosition> end, Consumer<String> notice) {
        this.run = run;
        this.end = end;
        this.notice = notice;
    }

    /**
     * Returns the position up to which the tables reflect a run's log; nothing if they do not, or
     * cannot be read.
     */
    public static Optional<KnownHead> known(RunDirectory run) {
        if (!Files.exists(run.tables())) return Optional.empty();
        try (var open = TableWriter.open(run.tables())) {
            return Optional.of(open.inTurn(tables -> head(tables.position(run.id().text()))));
        } catch (TableFault projectionOnly) {
            return Optional.empty();
        }
    }

    static KnownHead head(LogPosition reported) {
        return new KnownHead(Runs.TABLES, reported);
    }

    /**
     * Deletes the rows of a run whose log was truncated on purpose; the next reader rebuilds them.
     */
    public static void forget(RunDirectory run) throws TableFault {
        if (!Files.exists(run.tables())) return;
        try (var open = TableWriter.open(run.tables())) {
            open.inTurn(
                    tables -> {
                        tables.forgetRun(run.id().text());
                        return tables;
                    });
        }
    }

    /**
     * Appends an event, and hands over its rows if it changes any.
     *
     * @param append makes the event durable before it returns; called exactly once, and its
     *     exceptions are propagated
     */
    public void append(Iterable<TableUpdate> changes, Runnable append) {
        giveUpIfFailed();
        var open = changes.iterator().hasNext() ? opened() : Optional.<TableWriter>empty();
        append.run();
        open.ifPresent(
                writer -> writer.write(new Rows(run.id().text(), changes, end.get()), failures));
    }

    private void giveUpIfFailed() {
        if (tables instanceof Tables.Open)
            failures.first.get().ifPresent(fault -> giveUp(String.valueOf(fault.getMessage())));
    }

    private Optional<TableWriter> opened() {
        return switch (tables) {
            case Tables.Open(var open) -> Optional.of(open);
            case Tables.GivenUp _ -> Optional.empty();
            case Tables.Unopened _ -> open();
        };
    }

    /** Rebuilds rows that an earlier holder of the log could not write. */
    private Optional<TableWriter> open() {
        try {
            var open = TableWriter.open(run.tables());
            tables = new Tables.Open(open);
            var unread =
                    open.inTurn(
                            each ->
                                    each.position(run.id().text()).equals(end.get())
                                            ? Optional.<TableRebuilder.Unread>empty()
                                            : TableRebuilder.repair(each, run));
            unread.ifPresent(
                    damaged ->
                            giveUp(
                                    "the tables cannot be rebuilt from the log of run "
                                            + run.id()
                                            + ": "
                                            + damaged.why()));
            return unread.isPresent() ? Optional.empty() : Optional.of(open);
        } catch (TableFault fault) {
            giveUp(String.valueOf(fault.getMessage()));
            return Optional.empty();
        }
    }

    private void giveUp(String why) {
        release();
        tables = new Tables.GivenUp();
        notice.accept(
                why + "; the run continues without them. Rebuild them with: foldline doctor --fix");
    }

    /** Returns when the rows of all events have been written, or could not be. */
    @Override
    public void close() {
        if (tables instanceof Tables.Open(var open)) open.await(run.id().text());
        giveUpIfFailed();
        release();
    }

    private void release() {
        if (!(tables instanceof Tables.Open(var open))) return;
        tables = new Tables.Unopened();
        open.close();
    }
}
