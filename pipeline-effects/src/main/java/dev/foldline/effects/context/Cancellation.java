package dev.foldline.effects.context;

import java.util.Optional;

/** Tells a deed that nobody wants it any more. */
public final class Cancellation {
    private boolean cancelled;
    private Optional<Runnable> ending = Optional.empty();

    /** Ends what is under way, now or as soon as it can be ended. */
    public synchronized void cancel() {
        cancelled = true;
        ending.ifPresent(Runnable::run);
    }

    /** How to end what has just begun. */
    public synchronized void onCancel(Runnable how) {
        ending = Optional.of(how);
        if (cancelled) how.run();
    }

    public synchronized boolean isCancelled() { return cancelled; }
}
