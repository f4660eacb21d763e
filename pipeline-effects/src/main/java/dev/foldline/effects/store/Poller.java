package dev.foldline.effects.store;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Polls for a resource that other processes release without notification. */
public final class Poller {
    private static final Duration AGAIN = Duration.ofMillis(50);

    private Poller() {}

    /** Checks once; empty if it is not available yet. */
    @FunctionalInterface
    public interface Look<T> {
        Optional<T> once() throws IOException;
    }

    /** Returns the resource as soon as it is available; empty after the timeout. */
    public static <T> Optional<T> patiently(Duration timeout, Look<T> look)
            throws IOException, InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        while (true) {
            var found = look.once();
            if (found.isPresent() || System.nanoTime() - until > 0) return found;
            Thread.sleep(AGAIN);
        }
    }
}
