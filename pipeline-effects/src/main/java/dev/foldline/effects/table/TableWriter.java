package dev.foldline.effects.table;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The tables shared by all runs of this process: opened once, and written by one run at a time in
 * first-come order. The file's own lock is not fair: with many runs some of them would time out.
 */
final class TableWriter implements AutoCloseable {
    private static final Map<Path, TableWriter> OPEN = new HashMap<>();

    private final Path file;
    private final StateTables tables;
    private final ReentrantLock turn = new ReentrantLock(true);
    private int users;

    private TableWriter(Path file, StateTables tables) {
        this.file = file;
        this.tables = tables;
    }

    /** An operation on the tables. */
    @FunctionalInterface
    interface Use<T> {
        T of(StateTables tables) throws TableFault;
    }

    /** Returns the writer of this file; each caller must close it. */
    static TableWriter open(Path file) throws TableFault {
        var name = file.toAbsolutePath().normalize();
        synchronized (OPEN) {
            var there = OPEN.get(name);
            var writer = there == null ? new TableWriter(name, StateTables.open(name)) : there;
            OPEN.put(name, writer);
            writer.users++;
            return writer;
        }
    }

    /** Runs the operation exclusively when it is its turn. */
    <T> T inTurn(Use<T> use) throws TableFault {
        turn.lock();
        try {
            return use.of(tables);
        } finally {
            turn.unlock();
        }
    }

    /** The last user closes the file. */
    @Override
    public void close() {
        synchronized (OPEN) {
            if (--users > 0) return;
            OPEN.remove(file);
            tables.close();
        }
    }
}
