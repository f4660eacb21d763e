package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for another process's lock with growing pauses, for a limited time. */
final class LockBackoff {
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long PAUSE_MILLIS_MAX = 500;

    private final long deadline;
    private long pauseMillis = FIRST_PAUSE_MILLIS;

    LockBackoff(Duration limit) {
        deadline = System.nanoTime() + limit.toNanos();
    }

    /** Pauses, or returns {@code false} at once when the time is over. */
    boolean rest() throws GitFault {
        if (System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis) - deadline > 0)
            return false;
        try {
            Thread.sleep(pauseMillis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new GitFault(Kind.INTERRUPTED, "interrupted while waiting for a lock", stop);
        }
        pauseMillis = Math.min(pauseMillis * 2, PAUSE_MILLIS_MAX);
        return true;
    }
}
