package dev.foldline.effects.store;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Looking again and again for something that others give back or leave without telling anybody. */
public final class Looking {
    private static final Duration AGAIN = Duration.ofMillis(50);

    private Looking() {}

    /** Looks once; empty if it is not there yet. */
    @FunctionalInterface
    public interface Look<T> {
        Optional<T> once() throws IOException;
    }

    /** What was looked for, as soon as it is there; empty if it is not there after this time. */
    public static <T> Optional<T> patiently(Duration patience, Look<T> look) throws IOException, InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (true) {
            var found = look.once();
            if (found.isPresent() || System.nanoTime() - until > 0) return found;
            Thread.sleep(AGAIN);
        }
    }
}
