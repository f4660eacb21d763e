package dev.foldline.core.projection;

import io.vavr.control.Option;

import java.time.Duration;
import java.time.Instant;

/**
 * How long one execution of a phase ran, how long it waited, and how long the user then took to
 * respond.
 *
 * @param name the phase; from its second execution with the number, as in {@code requirements:2}
 * @param end when its work was completed or had failed; none while it continues
 * @param waited the time between start and end in which nothing ran: at a gate, in a pause, for an
 *     agent's limit, without a driver
 * @param resolved when the user approved or rejected it; none if that has not happened, or there is
 *     no gate
 */
public record PhaseTiming(
        String name,
        Instant start,
        Option<Instant> end,
        Duration waited,
        Option<Instant> resolved) {

    static PhaseTiming start(String phase, int execution, Instant at) {
        return new PhaseTiming(
                execution == 1 ? phase : phase + ":" + execution,
                at,
                Option.none(),
                Duration.ZERO,
                Option.none());
    }

    boolean isOf(String phase) {
        return name.equals(phase) || name.startsWith(phase + ":");
    }

    PhaseTiming ended(Instant at) {
        return end.isDefined()
                ? this
                : new PhaseTiming(name, start, Option.of(at), waited, resolved);
    }

    /** Time after the end is not part of the execution. */
    PhaseTiming waited(Duration more) {
        return end.isDefined()
                ? this
                : new PhaseTiming(name, start, end, waited.plus(more), resolved);
    }

    PhaseTiming resolvedAt(Instant at) {
        return new PhaseTiming(name, start, end.orElse(Option.of(at)), waited, Option.of(at));
    }

    /** Returns the time from start to end without waits, or none while the work continues. */
    public Option<Duration> duration() {
        return end.map(at -> Duration.between(start, at).minus(waited));
    }

    /**
     * Returns the time from the end of the work to the user's response, or none without a response.
     */
    public Option<Duration> approvalWait() {
        return resolved.flatMap(at -> end.map(from -> Duration.between(from, at)));
    }
}
