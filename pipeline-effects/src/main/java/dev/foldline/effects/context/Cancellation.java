package dev.foldline.effects.context;

import java.util.Optional;

/** Cancels an effect. */
public final class Cancellation {
    private boolean cancelled;
    private Optional<Runnable> ending = Optional.empty();

    /** Cancels what is in progress, now or as soon as it can be ended. */
    public synchronized void cancel() {
        cancelled = true;
        ending.ifPresent(Runnable::run);
    }

    /** Sets how to end what has just started. */
    public synchronized void onCancel(Runnable how) {
        ending = Optional.of(how);
        if (cancelled) how.run();
    }

    public synchronized boolean isCancelled() {
        return cancelled;
    }
}
