package dev.foldline.effects.poll;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Ends the pause of a thread that checks something again and again. Signals during a check lead to
 * one more check after it, however many they are.
 */
public final class WakeSignal {
    private final Semaphore signals = new Semaphore(0);

    public void send() {
        signals.release();
    }

    /** Waits for a signal, at most this long, and returns whether there was one. */
    public boolean await(Duration pause) throws InterruptedException {
        boolean isSent = signals.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
        if (isSent) signals.drainPermits();
        return isSent;
    }
}
