package dev.foldline.effects.environment;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.driver.DriverInput;

import io.vavr.control.Either;
import io.vavr.control.Option;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The inputs of a driver in the order of their arrival. A bug in an effect is rethrown to the
 * reader.
 */
final class InputQueue {
    private static final Duration SLICE = Duration.ofMinutes(1);

    private final BlockingQueue<Either<PipelineBug, DriverInput>> inputs =
            new LinkedBlockingQueue<>();

    boolean add(DriverInput input) {
        return inputs.add(Either.right(input));
    }

    boolean fail(PipelineBug bug) {
        return inputs.add(Either.left(bug));
    }

    DriverInput take() throws InterruptedException {
        return inputOf(inputs.take());
    }

    Option<DriverInput> poll() {
        return Option.of(inputs.poll()).map(InputQueue::inputOf);
    }

    /**
     * Waits until a time, as {@link
     * dev.foldline.effects.driver.RunEnvironment#nextUntil(Instant,Instant)} does.
     *
     * @param pause called while nothing arrives, at most a minute apart
     */
    DriverInput takeUntil(Instant time, Instant known, Runnable pause) throws InterruptedException {
        long began = System.nanoTime();
        var timeout = Duration.between(known, time);
        while (true) {
            var waited = Duration.ofNanos(System.nanoTime() - began);
            var left = shorter(Duration.between(Instant.now(), time), timeout.minus(waited));
            // The wait is divided into slices, so that a changed clock or a suspended machine is
            // noticed.
            var slice = left.isNegative() ? Duration.ZERO : shorter(left, SLICE);
            var received = inputs.poll(slice.toNanos(), TimeUnit.NANOSECONDS);
            if (received != null) return inputOf(received);
            pause.run();
            if (!left.isPositive())
                return new DriverInput.Elapsed(time.isAfter(Instant.now()) ? time : Instant.now());
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static DriverInput inputOf(Either<PipelineBug, DriverInput> received) {
        return received.getOrElseThrow(bug -> bug);
    }
}
