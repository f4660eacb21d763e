package dev.foldline.effects.process;

import java.time.Duration;

/** Polls with growing pauses up to a time limit. */
final class Backoff implements AutoCloseable {
    private static final long FIRST_NANOS = Duration.ofMillis(2).toNanos();
    private static final long LONGEST_NANOS = Duration.ofMillis(100).toNanos();

    private final long until;
    private long pause = FIRST_NANOS;

    /**
     * An interruption does not shorten the wait, because started work must be completed; it is
     * restored on close.
     */
    private boolean interrupted = Thread.interrupted();

    Backoff(Duration limit) {
        this.until = System.nanoTime() + limit.toNanos();
    }

    boolean remains() {
        return System.nanoTime() - until < 0;
    }

    void pause() {
        try {
            Thread.sleep(Duration.ofNanos(Math.max(1, Math.min(pause, until - System.nanoTime()))));
        } catch (InterruptedException later) {
            interrupted = true;
        }
        pause = Math.min(2 * pause, LONGEST_NANOS);
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
