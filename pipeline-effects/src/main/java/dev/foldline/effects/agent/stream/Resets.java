package dev.foldline.effects.agent.stream;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;

/** When a limit ends, as the agent tells it. */
public sealed interface Resets {
    /** A time that is told to the minute was cut off to it. */
    Duration MINUTE = Duration.ofMinutes(1);

    /** What the clock showed less than so long ago was meant, and the limit has ended meanwhile; what it showed earlier is meant for tomorrow. */
    Duration JUST_OVER = Duration.ofHours(6);

    /** At a moment. */
    record At(Instant time) implements Resets {}

    /** After a while. */
    record In(Duration after) implements Resets {}

    /** When the minute is over that the clock here shows as this, today or tomorrow. */
    record AtClock(LocalTime time) implements Resets {}

    /** When the minute is over that the calendar and the clock here show as this. */
    record AtDate(LocalDateTime time) implements Resets {}

    /** No window of an allowance is longer than a month; whatever is told beyond is asked for again. */
    Duration LONGEST = Duration.ofDays(35);

    /** The moment that is meant, told now and here; at most {@link #LONGEST} from now. */
    default Instant from(ZonedDateTime now) {
        var latest = now.plus(LONGEST).toInstant();
        var meant = meant(now);
        return meant.isAfter(latest) ? latest : meant;
    }

    private Instant meant(ZonedDateTime now) {
        return switch (this) {
            case At(var time)      -> time;
            case In(var after)     -> now.toInstant().plus(after);
            case AtDate(var time)  -> time.plus(MINUTE).atZone(now.getZone()).toInstant();
            case AtClock(var time) -> {
                var today = now.toLocalDate().atTime(time).plus(MINUTE).atZone(now.getZone());
                if (today.isAfter(now)) yield today.toInstant();
                yield today.plus(JUST_OVER).isAfter(now) ? now.plus(MINUTE).toInstant() : today.plusDays(1).toInstant();
            }
        };
    }
}
