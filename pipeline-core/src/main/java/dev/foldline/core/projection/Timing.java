package dev.foldline.core.projection;

import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;

/**
 * How long one execution of a phase took, and how long a person then took.
 *
 * @param name the phase; from its second execution on with the count, as in {@code requirements:2}
 * @param end when its work was done or had failed; none while it goes on
 * @param resolved when a person approved or rejected it; none if nobody has, or none was asked
 */
public record Timing(String name, Instant start, Option<Instant> end, Option<Instant> resolved) {

    static Timing begun(String phase, int execution, Instant at) {
        return new Timing(execution == 1 ? phase : phase + ":" + execution, at, Option.none(), Option.none());
    }

    Timing ended(Instant at) { return end.isDefined() ? this : new Timing(name, start, Option.of(at), resolved); }

    Timing resolvedAt(Instant at) { return new Timing(name, start, end.orElse(Option.of(at)), Option.of(at)); }

    /** None while the work goes on. */
    public Option<Duration> duration() { return end.map(at -> Duration.between(start, at)); }

    /** From the end of the work to the person's word; none if no word came. */
    public Option<Duration> approvalWait() { return resolved.flatMap(at -> end.map(from -> Duration.between(from, at))); }
}
