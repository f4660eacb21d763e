package dev.foldline.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.stream.LimitResetParser;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The end of a limit is found again in all words in which an agent may tell it. */
class LimitResetProperties {
    private static final List<ZoneId> ZONES =
            List.of(
                    ZoneId.of("UTC"),
                    ZoneId.of("Europe/Berlin"),
                    ZoneId.of("America/New_York"),
                    ZoneId.of("Asia/Kolkata"),
                    ZoneId.of("Australia/Lord_Howe"),
                    ZoneId.of("Pacific/Chatham"));
    private static final List<String> CLOCKS =
            List.of("h:mma", "h:mm a", "HH:mm", "'at' h:mm a", "'at' HH:mm:ss");
    private static final List<String> DATES =
            List.of("MMM d, h:mma", "MMM d 'at' h:mm a", "MMMM d, HH:mm", "MMM d, yyyy h:mm a");
    private static final String LEAD = "You've hit your limit \u00b7 resets ";

    private static String printed(String pattern, ZonedDateTime end) {
        return LEAD
                + DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(end)
                + " ("
                + end.getZone()
                + ")";
    }

    private static ZonedDateTime now(long epoch, int zone) {
        return Instant.ofEpochSecond(epoch).atZone(ZONES.get(zone % ZONES.size()));
    }

    /** A clock may be set back meanwhile: then the same words mean an hour earlier. */
    private static void isFound(String message, ZonedDateTime now, ZonedDateTime end) {
        var found = LimitResetParser.parse(message).orElseThrow().from(now);
        var late = Duration.between(end.toInstant(), found);
        assertThat(late).as("%s at %s", message, now).isLessThanOrEqualTo(Duration.ofMinutes(1));
        boolean isTwice =
                end.getZone().getRules().getValidOffsets(end.toLocalDateTime()).size() > 1;
        assertThat(late).isGreaterThan(isTwice ? Duration.ofMinutes(-61) : Duration.ZERO);
    }

    @Property
    void a_time_of_day_within_18_hours(
            @ForAll @LongRange(min = 1_700_000_000, max = 2_000_000_000) long epoch,
            @ForAll @IntRange(min = 1, max = 64_000) int after,
            @ForAll @IntRange(max = 5) int here,
            @ForAll @IntRange(max = 5) int there,
            @ForAll @IntRange(max = 4) int form) {
        var now = now(epoch, here);
        var end = now.plusSeconds(after).withZoneSameInstant(ZONES.get(there));
        isFound(printed(CLOCKS.get(form), end), now, end);
    }

    @Property
    void a_day_within_a_month(
            @ForAll @LongRange(min = 1_700_000_000, max = 2_000_000_000) long epoch,
            @ForAll @IntRange(min = 1, max = 2_600_000) int after,
            @ForAll @IntRange(max = 5) int here,
            @ForAll @IntRange(max = 5) int there,
            @ForAll @IntRange(max = 3) int form) {
        var now = now(epoch, here);
        var end = now.plusSeconds(after).withZoneSameInstant(ZONES.get(there));
        isFound(printed(DATES.get(form), end), now, end);
    }

    @Property
    void a_number_of_seconds_or_milliseconds(
            @ForAll @LongRange(min = 1_700_000_000, max = 2_000_000_000) long epoch,
            @ForAll @IntRange(min = 1, max = 2_600_000) int after) {
        var now = now(epoch, 0);
        var end = epoch + after;
        for (var message : List.of("usage limit reached|" + end, "resets at " + end + "000"))
            assertThat(LimitResetParser.parse(message).orElseThrow().from(now))
                    .isEqualTo(Instant.ofEpochSecond(end));
    }

    @Property
    void a_duration(@ForAll @IntRange(min = 1, max = 2_600_000) int seconds) {
        var now = now(1_700_000_000, 0);
        long days = seconds / 86_400, hours = seconds / 3_600 % 24;
        long minutes = seconds / 60 % 60, rest = seconds % 60;
        var parts =
                List.of(days + " days", hours + " hours", minutes + " minutes", rest + " seconds");
        for (var message :
                List.of(
                        "try again in " + String.join(" ", parts),
                        "try again in "
                                + String.join(", ", parts.subList(0, 3))
                                + " and "
                                + parts.get(3),
                        "reset after " + days + "d" + hours + "h" + minutes + "m" + rest + "s",
                        "retry after " + seconds + " seconds",
                        "Please try again in " + seconds + "s."))
            assertThat(LimitResetParser.parse(message).orElseThrow().from(now))
                    .as(message)
                    .isEqualTo(now.plusSeconds(seconds).toInstant());
    }
}
