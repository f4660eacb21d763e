package dev.foldline.effects.agent.stream;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;

/** When a limit ends, as the agent tells it. */
public sealed interface Resets {

    /** At a moment. */
    record At(Instant time) implements Resets {}

    /** After a while. */
    record In(Duration after) implements Resets {}

    /** The next time the clock here shows this. */
    record AtClock(LocalTime time) implements Resets {}

    /** When the calendar and the clock here show this. */
    record AtDate(LocalDateTime time) implements Resets {}

    /** The moment that is meant, told now and here. */
    default Instant from(ZonedDateTime now) {
        return switch (this) {
            case At(var time)      -> time;
            case In(var after)     -> now.toInstant().plus(after);
            case AtDate(var time)  -> time.atZone(now.getZone()).toInstant();
            case AtClock(var time) -> {
                var today = now.toLocalDate().atTime(time).atZone(now.getZone());
                yield (today.isAfter(now) ? today : now.toLocalDate().plusDays(1).atTime(time).atZone(now.getZone())).toInstant();
            }
        };
    }
}
