package dev.foldline.effects.context;

import java.util.Optional;

/** Where a run's agents wait to be let work, if not all that are driven here may work at once. No clock of a call runs meanwhile. */
@FunctionalInterface
public interface Turnstile {

    /** Nobody waits. */
    Turnstile OPEN = (_, _) -> Optional.of(() -> {});

    /** The right to let one agent work, until it is given back. */
    @FunctionalInterface
    interface Pass extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Waits until an agent of the run may work.
     *
     * @param stop ends the waiting
     * @return empty if nobody wants it any more by then
     */
    Optional<Pass> pass(String run, Cancellation stop);
}
