package dev.foldline.effects.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Reports that something in some directories may have changed.
 *
 * <p>It never reports what has changed: the caller checks that itself, so lost or merged
 * notifications (an overflow) do no harm.
 */
public final class DirectoryWatch implements AutoCloseable {
    private final List<WatchKey> keys = new ArrayList<>();
    private boolean changed;
    private boolean gone;
    private boolean closed;

    private DirectoryWatch() {}

    /**
     * Starts watching. Existing content must be checked afterwards, so that nothing is missed. The
     * other directories may be missing.
     */
    public static DirectoryWatch on(Path directory, Path... others) throws IOException {
        var watch = new DirectoryWatch();
        try {
            watch.add(directory);
            for (Path other : others) {
                if (Files.isDirectory(other)) watch.add(other);
            }
            return watch;
        } catch (IOException cannotWatch) {
            watch.close();
            throw cannotWatch;
        }
    }

    private void add(Path directory) throws IOException {
        keys.add(SharedWatch.OURS.add(directory, this));
    }

    synchronized void changed(boolean isThere) {
        changed = true;
        gone |= !isThere;
        notifyAll();
    }

    /**
     * Waits for the next change and returns false once the watch is closed or a directory is gone.
     */
    public synchronized boolean awaitChange() throws InterruptedException {
        while (!changed && !closed) wait();
        boolean isWhole = !closed && !gone;
        changed = false;
        gone = false;
        return isWhole;
    }

    /** Waits for the next change, at most this long. */
    public synchronized void awaitChange(long timeout, TimeUnit unit) throws InterruptedException {
        long until = System.nanoTime() + unit.toNanos(timeout);
        for (long left = unit.toNanos(timeout);
                !changed && !closed && left > 0;
                left = until - System.nanoTime()) TimeUnit.NANOSECONDS.timedWait(this, left);
        changed = false;
        gone = false;
    }

    /** Wakes waiting threads. */
    @Override
    public void close() {
        keys.forEach(key -> SharedWatch.OURS.remove(key, this));
        synchronized (this) {
            closed = true;
            notifyAll();
        }
    }
}
