package dev.foldline.effects.poll;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * Repeats a check with pauses until its result is as required or the time is over. The last pause
 * is shortened to end with the time, and one more check follows it.
 */
public final class Poller {
    private final Backoff backoff;
    private final Duration timeout;
    private final Timer timer;

    Poller(Backoff backoff, Duration timeout, Timer timer) {
        this.backoff = backoff;
        this.timeout = timeout;
        this.timer = timer;
    }

    /** What is checked. */
    @FunctionalInterface
    public interface Check<T, E extends Exception> {
        T once() throws E;
    }

    /** The clock and the pauses of a poller. */
    public interface Timer {
        /** Returns the monotonic time in nanoseconds. */
        long nanos();

        void sleep(Duration pause) throws InterruptedException;
    }

    private enum SystemTimer implements Timer {
        INSTANCE;

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration pause) throws InterruptedException {
            Thread.sleep(pause);
        }
    }

    @FunctionalInterface
    private interface Pause<I extends Exception> {
        void sleep(Duration time) throws I;
    }

    public static Poller within(Duration timeout, Backoff backoff) {
        return new Poller(backoff, timeout, SystemTimer.INSTANCE);
    }

    public static Poller within(Duration timeout, Duration pause) {
        return within(timeout, Backoff.constant(pause));
    }

    /** Returns a poller without a time limit. */
    public static Poller every(Duration pause) {
        return within(Duration.ofNanos(Long.MAX_VALUE), pause);
    }

    /** Returns the same poller on another clock. */
    public Poller with(Timer other) {
        return new Poller(backoff, timeout, other);
    }

    /** Returns the first result that is as required, or the last one when the time is over. */
    public <T, E extends Exception> T poll(Check<T, E> check, Predicate<? super T> isDone)
            throws E, InterruptedException {
        return poll(check, isDone, timer::sleep);
    }

    /**
     * As {@link #poll}, but an interruption does not shorten the wait, because started work must be
     * completed. It is restored afterwards.
     */
    public <T, E extends Exception> T pollUninterruptibly(
            Check<T, E> check, Predicate<? super T> isDone) throws E {
        var interrupted = new boolean[] {Thread.interrupted()};
        try {
            return poll(
                    check,
                    isDone,
                    time -> {
                        try {
                            timer.sleep(time);
                        } catch (InterruptedException later) {
                            interrupted[0] = true;
                        }
                    });
        } finally {
            if (interrupted[0]) Thread.currentThread().interrupt();
        }
    }

    private <T, E extends Exception, I extends Exception> T poll(
            Check<T, E> check, Predicate<? super T> isDone, Pause<I> pause) throws E, I {
        long start = timer.nanos();
        for (int pauses = 0; ; pauses++) {
            T found = check.once();
            long left = timeout.toNanos() - (timer.nanos() - start);
            if (isDone.test(found) || left <= 0) return found;
            pause.sleep(Duration.ofNanos(Math.min(left, backoff.pause(pauses).toNanos())));
        }
    }
}
