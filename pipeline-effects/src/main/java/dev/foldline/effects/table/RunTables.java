package dev.foldline.effects.table;

import dev.foldline.effects.store.RunDirectory;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The tables, as the holder of one run's log writes them: a row and its event are one. A fault of the tables never stops a run:
 * they are given up with one notice, and mended by whoever reads them next.
 */
public final class RunTables implements AutoCloseable {
    private final RunDirectory run;
    private final LongSupplier end;
    private final Consumer<String> notice;
    private Tables tables = new Tables.Unopened();

    /** Whether the tables are written. */
    private sealed interface Tables {
        record Unopened() implements Tables {}

        record Open(TableWriter writer) implements Tables {}

        record GivenUp() implements Tables {}
    }

    /**
     * The file is opened at the first event that changes a row.
     *
     * @param end the length of the run's log, in bytes
     * @param notice told once, if the tables cannot be used
     */
    public RunTables(RunDirectory run, LongSupplier end, Consumer<String> notice) {
        this.run = run;
        this.end = end;
        this.notice = notice;
    }

    /**
     * Appends an event, with its rows if it changes any.
     *
     * @param append makes the event durable before it returns; called exactly once, and what it throws is thrown on
     */
    public void append(Iterable<Change> changes, Runnable append) {
        var open = changes.iterator().hasNext() ? opened() : Optional.<TableWriter>empty();
        if (open.isEmpty()) append.run();
        else along(open.get(), changes, append);
    }

    private void along(TableWriter open, Iterable<Change> changes, Runnable append) {
        try {
            open.inTurn(tables -> {
                tables.along(run.id().text(), changes, append, end);
                return tables;
            });
        } catch (TableFault fault) {
            giveUp(String.valueOf(fault.getMessage()));
        }
    }

    private Optional<TableWriter> opened() {
        return switch (tables) {
            case Tables.Open(var open) -> Optional.of(open);
            case Tables.GivenUp _      -> Optional.empty();
            case Tables.Unopened _     -> open();
        };
    }

    /** What an earlier holder of the log could not write is mended first. */
    private Optional<TableWriter> open() {
        try {
            var open = TableWriter.open(run.tables());
            tables = new Tables.Open(open);
            var unread = open.inTurn(each -> each.told(run.id().text()) == end.getAsLong() ? Optional.<Mending.Unread>empty() : Mending.mend(each, run));
            unread.ifPresent(damaged -> giveUp("the tables cannot be mended from the log of run " + run.id() + ": " + damaged.why()));
            return unread.isPresent() ? Optional.empty() : Optional.of(open);
        } catch (TableFault fault) {
            giveUp(String.valueOf(fault.getMessage()));
            return Optional.empty();
        }
    }

    private void giveUp(String why) {
        close();
        tables = new Tables.GivenUp();
        notice.accept(why + "; the run goes on without them. To make them anew: foldline doctor --fix");
    }

    @Override
    public void close() {
        if (!(tables instanceof Tables.Open(var open))) return;
        tables = new Tables.Unopened();
        open.close();
    }
}
