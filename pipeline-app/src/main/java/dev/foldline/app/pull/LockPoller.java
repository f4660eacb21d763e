package dev.foldline.app.pull;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.poll.Poller;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Waiting for one's turn at something that others hold for a short while. */
final class LockPoller {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration AGAIN = Duration.ofMillis(50);

    private LockPoller() {}

    /**
     * Takes a lock as soon as it is free.
     *
     * @param where its description for the error
     * @param taking tries to take it; empty while another process holds it
     * @throws UserError if it is not given back in time
     */
    static <T> T await(String where, Poller.Check<Optional<T>, IOException> taking)
            throws IOException, InterruptedException {
        return Poller.within(PATIENCE, AGAIN)
                .poll(taking, Optional::isPresent)
                .orElseThrow(
                        () ->
                                new UserError(
                                        "another call is being carried out",
                                        where,
                                        "wait for it, then call again",
                                        ExitCode.LOCKED));
    }
}
