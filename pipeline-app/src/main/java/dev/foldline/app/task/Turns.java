package dev.foldline.app.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Waiting for one's turn at something that others hold for a short while. */
final class Turns {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private Turns() {}

    /** Tries to take it; empty while somebody else has it. */
    @FunctionalInterface
    interface Taking<T> {
        Optional<T> attempt() throws IOException;
    }

    /**
     * Takes it as soon as nobody else has it.
     *
     * @param where names it for people
     * @throws UserError if it is not given back in time
     */
    static <T> T await(String where, Taking<T> taking) throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            var taken = taking.attempt();
            if (taken.isPresent()) return taken.get();
            if (System.nanoTime() - until > 0) throw new UserError("another call is being carried out", where, "wait for it, then call again", ExitCode.LOCKED);
            Thread.sleep(LOOK_AGAIN);
        }
    }
}
