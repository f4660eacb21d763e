package dev.foldline.effects.table;

import dev.foldline.effects.table.StateTables.Rows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The tables shared by all runs of this process: opened once, and written by one thread, which
 * takes everything that is waiting into one transaction. The file's own lock is not fair: with many
 * runs some of them would time out. Nothing waits here longer than {@link #BEHIND_MAX} without
 * holding up the next event of a run.
 */
final class TableWriter implements AutoCloseable {
    static final Duration BEHIND_MAX = Duration.ofMillis(250);

    private static final Map<Path, TableWriter> OPEN = new HashMap<>();

    private final Path file;
    private final StateTables tables;

    /** Held while the tables are used. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private final ReentrantLock queue = new ReentrantLock();
    private final Condition changed = queue.newCondition();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private List<Waiting> writing = List.of();
    private boolean closed;
    private int users;

    /**
     * The rows of an event that wait.
     *
     * @param since when they were handed over, as {@link System#nanoTime}
     */
    private record Waiting(Rows rows, Owner owner, long since) {}

    /** Whose rows are written; another thread calls it. */
    interface Owner {
        /** Returns whether rows could not be written; no later ones are. */
        boolean hasFailed();

        void fail(TableFault fault);
    }

    private TableWriter(Path file, StateTables tables) {
        this.file = file;
        this.tables = tables;
        Thread.ofPlatform().daemon().name("foldline tables").start(this::writeAll);
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
            var writer =
                    there == null || there.isClosed()
                            ? new TableWriter(name, StateTables.open(name))
                            : there;
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

    /**
     * Writes rows soon, after those that were handed over before, unless those of the same owner
     * could not be written.
     */
    void write(Rows rows, Owner owner) {
        queue.lock();
        try {
            while (isBehind()) changed.awaitUninterruptibly();
            if (closed) {
                owner.fail(ended());
                return;
            }
            waiting.add(new Waiting(rows, owner, System.nanoTime()));
            changed.signalAll();
        } finally {
            queue.unlock();
        }
    }

    private boolean isBehind() {
        var oldest = writing.isEmpty() ? waiting.peek() : writing.getFirst();
        return !closed
                && oldest != null
                && System.nanoTime() - oldest.since() > BEHIND_MAX.toNanos();
    }

    /** Returns when all rows of a run that were handed over have been written, or could not be. */
    void await(String run) {
        queue.lock();
        try {
            while (!closed && (has(writing, run) || has(waiting, run)))
                changed.awaitUninterruptibly();
        } finally {
            queue.unlock();
        }
    }

    private static boolean has(Iterable<Waiting> all, String run) {
        for (var each : all) if (each.rows().run().equals(run)) return true;
        return false;
    }

    private void writeAll() {
        try {
            for (var batch = take(); !batch.isEmpty(); batch = take()) {
                write(batch);
                signal(() -> writing = List.of());
            }
        } finally {
            signal(this::end);
        }
    }

    private void end() {
        closed = true;
        for (var each : writing) each.owner().fail(ended());
        for (var each : waiting) each.owner().fail(ended());
        writing = List.of();
        waiting.clear();
    }

    private boolean isClosed() {
        queue.lock();
        try {
            return closed;
        } finally {
            queue.unlock();
        }
    }

    private TableFault ended() {
        return new TableFault("the writer of the tables in " + file + " has ended");
    }

    private void signal(Runnable change) {
        queue.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            queue.unlock();
        }
    }

    /** Returns what is waiting, or nothing once the tables are closed. */
    private List<Waiting> take() {
        queue.lock();
        try {
            while (waiting.isEmpty() && !closed) changed.awaitUninterruptibly();
            writing = new ArrayList<>(waiting);
            waiting.clear();
            return writing;
        } finally {
            queue.unlock();
        }
    }

    /** If they cannot be written together, the rows of one run must not cost the others theirs. */
    private void write(List<Waiting> batch) {
        var rows =
                batch.stream()
                        .filter(each -> !each.owner().hasFailed())
                        .map(Waiting::rows)
                        .toList();
        if (rows.isEmpty()) return;
        try {
            inTurn(
                    each -> {
                        each.write(rows);
                        return each;
                    });
        } catch (TableFault together) {
            failed(batch, together);
        } catch (RuntimeException ours) {
            failed(batch, new TableFault("the tables cannot be used: " + ours, false, ours));
        }
    }

    /** The lock of another process keeps out all rows alike, and each attempt waits for it. */
    private void failed(List<Waiting> batch, TableFault fault) {
        if (batch.size() == 1 || fault.isBusy()) for (var each : batch) each.owner().fail(fault);
        else for (var each : batch) write(List.of(each));
    }

    /** The last user closes the file. */
    @Override
    public void close() {
        synchronized (OPEN) {
            if (--users > 0) return;
            OPEN.remove(file, this);
            awaitAll();
            signal(() -> closed = true);
            tables.close();
        }
    }

    private void awaitAll() {
        queue.lock();
        try {
            while (!closed && !(waiting.isEmpty() && writing.isEmpty()))
                changed.awaitUninterruptibly();
        } finally {
            queue.unlock();
        }
    }
}
