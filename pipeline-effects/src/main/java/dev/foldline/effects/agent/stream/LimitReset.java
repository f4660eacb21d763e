package dev.foldline.effects.agent.stream;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** When a limit ends, as reported by the agent. Without a known zone, times are local. */
public sealed interface LimitReset {
    /** A time with minutes only was truncated to the minute. */
    Duration MINUTE = Duration.ofMinutes(1);

    /**
     * A time less than this long ago means that the limit has just ended; an earlier clock time
     * means the next day.
     */
    Duration JUST_OVER = Duration.ofHours(6);

    /** At a point in time. */
    record At(Instant time) implements LimitReset {}

    /** After a duration. */
    record In(Duration after) implements LimitReset {}

    /** At the end of the next such minute of the clock. */
    record AtClock(LocalTime time, Optional<ZoneId> zone) implements LimitReset {}

    /** At the end of this minute of the calendar. */
    record AtDate(LocalDateTime time, Optional<ZoneId> zone) implements LimitReset {}

    /** At the end of this minute of a day whose year is not named: the one nearest to now. */
    record AtDay(MonthDay day, LocalTime time, Optional<ZoneId> zone) implements LimitReset {}

    /** At the end of this minute of the next such day of the week; a minute just over is over. */
    record AtDayOfWeek(DayOfWeek day, LocalTime time, Optional<ZoneId> zone)
            implements LimitReset {}

    /** At the end of this minute of tomorrow. */
    record Tomorrow(LocalTime time, Optional<ZoneId> zone) implements LimitReset {}

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
            case At(var time) -> isJustOver(time, now) ? now.toInstant() : time;
            case In(var after) -> now.toInstant().plus(after);
            case AtDate(var time, var zone) -> end(time, in(zone, now));
            case AtDay(var day, var time, var zone) -> nearest(day, time, in(zone, now));
            case AtDayOfWeek(var day, var time, var zone) -> next(day, time, in(zone, now));
            case Tomorrow(var time, var zone) -> tomorrow(time, in(zone, now));
            case AtClock(var time, var zone) -> next(time, in(zone, now));
        };
    }

    /** A limit may end while the call that met it is still ending. */
    private static boolean isJustOver(Instant time, ZonedDateTime now) {
        return !time.isAfter(now.toInstant()) && time.plus(JUST_OVER).isAfter(now.toInstant());
    }

    private static ZonedDateTime in(Optional<ZoneId> zone, ZonedDateTime now) {
        return zone.map(now::withZoneSameInstant).orElse(now);
    }

    /** Of a minute that the clock shows twice, the first that is still to come counts. */
    private static Instant end(LocalDateTime minute, ZonedDateTime now) {
        var rules = now.getZone().getRules();
        return rules.getValidOffsets(minute).stream()
                .map(minute::toInstant)
                .filter(time -> time.isAfter(now.toInstant()))
                .findFirst()
                .orElseGet(() -> minute.atZone(now.getZone()).toInstant())
                .plus(MINUTE);
    }

    private static Instant next(LocalTime time, ZonedDateTime now) {
        var ends =
                Stream.of(-1, 0, 1, 2)
                        .map(days -> end(now.toLocalDate().plusDays(days).atTime(time), now))
                        .toList();
        return ends.stream().anyMatch(end -> isJustOver(end, now))
                ? now.plus(MINUTE).toInstant()
                : ends.stream()
                        .filter(end -> end.isAfter(now.toInstant()))
                        .findFirst()
                        .orElseThrow();
    }

    private static Instant next(DayOfWeek day, LocalTime time, ZonedDateTime now) {
        var first = now.toLocalDate().with(TemporalAdjusters.nextOrSame(day));
        var end = end(first.atTime(time), now);
        if (end.isAfter(now.toInstant())) return end;
        return isJustOver(end, now)
                ? now.plus(MINUTE).toInstant()
                : end(first.plusWeeks(1).atTime(time), now);
    }

    private static Instant tomorrow(LocalTime time, ZonedDateTime now) {
        return end(now.toLocalDate().plusDays(1).atTime(time), now);
    }

    private static Instant nearest(MonthDay day, LocalTime time, ZonedDateTime now) {
        var nearest =
                Stream.of(-1, 0, 1)
                        .map(years -> end(day.atYear(now.getYear() + years).atTime(time), now))
                        .min(
                                Comparator.comparing(
                                        end -> Duration.between(now.toInstant(), end).abs()))
                        .orElseThrow();
        return nearest.isAfter(now.toInstant()) ? nearest : now.plus(MINUTE).toInstant();
    }
}
