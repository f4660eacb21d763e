package dev.foldline.effects.fleet;

import dev.foldline.effects.fleet.SharingStopped.Reason;
import dev.foldline.effects.poll.Backoff;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Publishes captures of a run one after the other and renews its lease meanwhile, on a thread of
 * its own. At most one capture is not published yet.
 */
final class RunPublisher implements AutoCloseable {
    private static final int RENEWALS_PER_LEASE = 3;
    private static final Backoff RETRIES =
            new Backoff(Duration.ofMillis(250), Duration.ofSeconds(2));

    private final HeldLease held;
    private final Runnable wake;
    private final Consumer<String> notice;
    private final Duration renewal;
    private final Thread thread;
    private @Nullable Job waiting;
    private @Nullable SharingStopped stopped;
    private boolean closed;

    private record Job(RunCapture capture, PublishedStatus status, boolean last) {}

    /**
     * @param wake called when something is published, and when the run may not continue
     */
    RunPublisher(HeldLease held, Runnable wake, Consumer<String> notice) {
        this.held = held;
        this.wake = wake;
        this.notice = notice;
        this.renewal = held.record().lease().dividedBy(RENEWALS_PER_LEASE);
        this.thread = Thread.ofVirtual().name("publisher").start(this::work);
    }

    /**
     * @throws SharingStopped if the run may not continue here
     */
    synchronized void check() {
        if (stopped != null) throw stopped;
    }

    /** Returns whether a capture is not published yet. */
    synchronized boolean isBehind() {
        return waiting != null;
    }

    /** Returns whether another clone could have taken the run by now. */
    boolean isExpired() {
        return held.lease().isFree(Instant.now());
    }

    /** Publishes a capture in the background. */
    synchronized void offer(RunCapture capture, PublishedStatus status, boolean last) {
        check();
        waiting = new Job(capture, status, last);
        notifyAll();
    }

    /**
     * Waits until everything is published.
     *
     * @throws SharingStopped if the run may not continue, or the shared repository cannot be
     *     reached for this long
     */
    synchronized void await(Duration patience) throws InterruptedException {
        var end = Instant.now().plus(patience);
        while (isBehind() && stopped == null) {
            var left = Duration.between(Instant.now(), end).toMillis();
            if (left <= 0)
                throw new SharingStopped(
                        Reason.UNREACHABLE, "cannot reach " + held.record().remote());
            wait(left);
        }
        check();
    }

    private void work() {
        try {
            int failed = 0;
            var last = Instant.now();
            while (awaitWork(
                    failed == 0 ? last.plus(renewal) : Instant.now().plus(RETRIES.pause(failed)),
                    failed)) {
                var job = current();
                var result =
                        job == null
                                ? held.renew()
                                : held.publish(job.capture(), job.status(), job.last());
                last = Instant.now();
                failed = result instanceof PushResult.Unreachable ? failed + 1 : 0;
                settle(job, result, failed);
            }
        } catch (IOException | RuntimeException broken) {
            stop(HeldLease.unreachable(held.record(), String.valueOf(broken.getMessage())));
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Job current() {
        return waiting;
    }

    /**
     * Waits for a capture, at most until a time.
     *
     * @param failed how often the last push has failed: it is not repeated earlier
     * @return whether there is something to push; false if this is closed or the run may not
     *     continue
     */
    private synchronized boolean awaitWork(Instant time, int failed) throws InterruptedException {
        while (!closed && stopped == null && (waiting == null || failed > 0)) {
            var left = Duration.between(Instant.now(), time).toMillis();
            if (left <= 0) return true;
            wait(left);
        }
        return !closed && stopped == null;
    }

    private void settle(@Nullable Job job, PushResult result, int failed) {
        switch (result) {
            case PushResult.Accepted _ -> done(job);
            case PushResult.Fenced(var other) -> stop(held.fenced(other));
            case PushResult.Secrets(var paths) -> stop(HeldLease.secrets(paths));
            case PushResult.Declined(var why) -> stop(HeldLease.declined(held.record(), why));
            case PushResult.Unreachable(var why) -> {
                if (failed == 1)
                    notice.accept(
                            HeldLease.unreachable(held.record(), why).getMessage()
                                    + "; the run waits before its next effect");
            }
        }
    }

    private void done(@Nullable Job job) {
        synchronized (this) {
            if (waiting == job) waiting = null;
            notifyAll();
        }
        wake.run();
    }

    private void stop(SharingStopped why) {
        synchronized (this) {
            stopped = why;
            notifyAll();
        }
        wake.run();
    }

    /** Ends the thread. What is not published then is not published. */
    @Override
    public void close() throws InterruptedException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        thread.join();
    }
}
