package dev.foldline.effects.guard;

import dev.foldline.effects.poll.Poller;

import java.time.Duration;

/** A clock that moves by pauses only, and runs an action in each. */
final class PauseDrivenTimer implements Poller.Timer {
    private final Runnable action;
    private long nanos;

    PauseDrivenTimer(Runnable action) {
        this.action = action;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void sleep(Duration pause) {
        action.run();
        nanos += pause.toNanos();
    }
}
