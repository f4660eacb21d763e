package dev.foldline.effects.agent.stream;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;

/** When a limit ends, as reported by the agent. */
public sealed interface LimitReset {
    /** A time with minutes only was truncated to the minute. */
    Duration MINUTE = Duration.ofMinutes(1);

    /**
     * A clock time less than this long ago means that the limit has just ended; an earlier one
     * means tomorrow.
     */
    Duration JUST_OVER = Duration.ofHours(6);

    /** At a point in time. */
    record At(Instant time) implements LimitReset {}

    /** After a duration. */
    record In(Duration after) implements LimitReset {}

    /** At the end of this minute of the local clock, today or tomorrow. */
    record AtClock(LocalTime time) implements LimitReset {}

    /** At the end of this minute of the local calendar. */
    record AtDate(LocalDateTime time) implements LimitReset {}

    /** No quota window is longer than a month; after this time the agent is called again. */
    Duration LONGEST = Duration.ofDays(35);

    /** Returns the point in time, relative to now; at most {@link #LONGEST} from now. */
    default Instant from(ZonedDateTime now) {
        var latest = now.plus(LONGEST).toInstant();
        var meant = instant(now);
        return meant.isAfter(latest) ? latest : meant;
    }

    private Instant instant(ZonedDateTime now) {
        return switch (this) {
            case At(var time) -> time;
            case In(var after) -> now.toInstant().plus(after);
            case AtDate(var time) -> time.plus(MINUTE).atZone(now.getZone()).toInstant();
            case AtClock(var time) -> {
                var today = now.toLocalDate().atTime(time).plus(MINUTE).atZone(now.getZone());
                if (today.isAfter(now)) yield today.toInstant();
                yield today.plus(JUST_OVER).isAfter(now)
                        ? now.plus(MINUTE).toInstant()
                        : today.plusDays(1).toInstant();
            }
        };
    }
}
