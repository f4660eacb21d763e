package dev.foldline.effects.table;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The tables as all runs of this process write them: opened once, and written by one run at a time, whoever has waited longest first.
 * The file's own lock gives nobody a turn: with many runs some of them would wait in vain.
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

    /** Something that is done with the tables. */
    @FunctionalInterface
    interface Use<T> {
        T of(StateTables tables) throws TableFault;
    }

    /** The writer of this file, to be closed by everybody who opens it. */
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

    /** Does it when it is its turn, and nothing else meanwhile. */
    <T> T inTurn(Use<T> use) throws TableFault {
        turn.lock();
        try {
            return use.of(tables);
        } finally {
            turn.unlock();
        }
    }

    /** The last one to leave closes the file. */
    @Override
    public void close() {
        synchronized (OPEN) {
            if (--users > 0) return;
            OPEN.remove(file);
            tables.close();
        }
    }
}
