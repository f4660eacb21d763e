package dev.foldline.effects.agent.stream;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses when a limit ends from the words of an agent or a provider: a point in time, a time of the
 * clock or the calendar, with or without a zone, or a duration.
 */
public final class LimitResetParser {
    /** The words before the end; more than one may be in a message. */
    private static final Pattern LEAD =
            Pattern.compile(
                    "(?i)\\b(?:resets?|try again|retry(?:ing)?|available|wait|limit"
                        + " reached)\\b[\\s:,|\u00b7\u2219-]*(?:(?:again|at|in|after|on|by|until|for|about|another|less"
                        + " than)\\s+|~\\s*)*");

    private static final String ZONE =
            "\\s*(?:\\(([A-Za-z][\\w/+:-]{0,49})\\)|(Z|UTC|GMT|[A-Z]{2,3}T)\\b|([+-]\\d\\d:?\\d\\d)\\b)?";
    private static final String CLOCK =
            "(?i:(\\d{1,2})(?::(\\d\\d))?(?::\\d\\d)?\\s?(?:([ap])\\.?m\\b\\.?)?)";

    private static final Pattern ISO =
            Pattern.compile(
                    "(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d(?::\\d\\d)?)(?:\\.\\d{1,9})?" + ZONE);
    private static final Pattern EPOCH = Pattern.compile("(\\d{10}|\\d{13})(?!\\d)");
    private static final String WEEKDAY =
            "(?i:Mon(?:day)?|Tue(?:s|sday)?|Wed(?:nesday)?|Thu(?:rs|rsday)?|Fri(?:day)?"
                    + "|Sat(?:urday)?|Sun(?:day)?)";
    private static final String TIME_OF_DAY = "(?:(?:,|\\s(?i:at))*\\s" + CLOCK + ")?";
    private static final Pattern DATE =
            Pattern.compile(
                    "(?:"
                            + WEEKDAY
                            + ",?\\s)?(?i:(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
                            + "[a-z]{0,6}\\.?\\s(\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s(\\d{4})\\b)?)"
                            + TIME_OF_DAY
                            + ZONE);
    private static final Pattern DAY =
            Pattern.compile("(" + WEEKDAY + "|(?i:tomorrow))\\b" + TIME_OF_DAY + ZONE);
    private static final Pattern TIME = Pattern.compile(CLOCK + ZONE);
    private static final Pattern PART =
            Pattern.compile(
                    "(?i)(\\d{1,9}(?:\\.\\d{1,9})?|an?\\b)\\s?(ms|milliseconds?|w|weeks?|d|days?|h|hrs?|hours?"
                        + "|m|mins?|minutes?|s|secs?|seconds?)(?![a-z])[,\\s]*(?:and\\s+)?");

    private static final List<String> MONTHS =
            List.of(
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec");

    private static final List<String> WEEKDAYS =
            List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

    private static final Duration IN_MAX = Duration.ofDays(366);

    private LimitResetParser() {}

    /** Returns the end that the message names, if it does. */
    public static Optional<LimitReset> parse(String message) {
        var text = ErrorPhrase.plain(message);
        var lead = LEAD.matcher(text);
        while (lead.find()) {
            var end = at(text.substring(lead.end()));
            if (end.isPresent()) return end;
        }
        return Optional.empty();
    }

    /** Returns the duration with which the text starts, rounded up to a second and at least one. */
    public static Optional<LimitReset> duration(String text) {
        var part = PART.matcher(text);
        var sum = BigDecimal.ZERO;
        int at = 0;
        while (part.region(at, text.length()).lookingAt()) {
            sum = sum.add(seconds(part));
            at = part.end();
        }
        if (at == 0 || sum.compareTo(BigDecimal.valueOf(IN_MAX.toSeconds())) > 0)
            return Optional.empty();
        long whole = sum.setScale(0, RoundingMode.CEILING).longValue();
        return Optional.of(new LimitReset.In(Duration.ofSeconds(Math.max(1, whole))));
    }

    private static BigDecimal seconds(Matcher part) {
        var number = part.group(1).toLowerCase(Locale.ROOT);
        var count = number.startsWith("a") ? BigDecimal.ONE : new BigDecimal(number);
        return count.multiply(unit(part.group(2).toLowerCase(Locale.ROOT)));
    }

    private static BigDecimal unit(String name) {
        if (name.equals("ms") || name.startsWith("milli")) return new BigDecimal("0.001");
        return BigDecimal.valueOf(
                switch (name.charAt(0)) {
                    case 'w' -> 604_800;
                    case 'd' -> 86_400;
                    case 'h' -> 3_600;
                    case 'm' -> 60;
                    default -> 1;
                });
    }

    private static Optional<LimitReset> at(String text) {
        return Stream.<Function<String, Optional<LimitReset>>>of(
                        LimitResetParser::iso,
                        LimitResetParser::epoch,
                        LimitResetParser::date,
                        LimitResetParser::day,
                        LimitResetParser::duration,
                        LimitResetParser::clock)
                .flatMap(form -> form.apply(text).stream())
                .findFirst();
    }

    private static Optional<LimitReset> iso(String text) {
        return parsed(
                ISO.matcher(text),
                found -> {
                    var time =
                            LocalDate.parse(found.group(1)).atTime(LocalTime.parse(found.group(2)));
                    return zone(found, 3)
                            .<LimitReset>map(
                                    zone -> new LimitReset.At(time.atZone(zone).toInstant()))
                            .orElseGet(() -> new LimitReset.AtDate(time, Optional.empty()));
                });
    }

    private static Optional<LimitReset> epoch(String text) {
        return parsed(
                EPOCH.matcher(text),
                found -> {
                    long number = Long.parseLong(found.group(1));
                    return new LimitReset.At(
                            found.group(1).length() == 10
                                    ? Instant.ofEpochSecond(number)
                                    : Instant.ofEpochMilli(number));
                });
    }

    private static Optional<LimitReset> day(String text) {
        return parsed(
                DAY.matcher(text),
                found -> {
                    var time = found.group(2) == null ? LocalTime.MIDNIGHT : time(found, 2);
                    var zone = zone(found, 5);
                    var name = found.group(1).toLowerCase(Locale.ROOT);
                    return name.equals("tomorrow")
                            ? new LimitReset.Tomorrow(time, zone)
                            : new LimitReset.AtDayOfWeek(
                                    DayOfWeek.of(1 + WEEKDAYS.indexOf(name.substring(0, 3))),
                                    time,
                                    zone);
                });
    }

    private static Optional<LimitReset> date(String text) {
        return parsed(
                DATE.matcher(text),
                found -> {
                    int month = 1 + MONTHS.indexOf(found.group(1).toLowerCase(Locale.ROOT));
                    var day = MonthDay.of(month, Integer.parseInt(found.group(2)));
                    var time = found.group(4) == null ? LocalTime.MIDNIGHT : time(found, 4);
                    return found.group(3) == null
                            ? new LimitReset.AtDay(day, time, zone(found, 7))
                            : new LimitReset.AtDate(
                                    day.atYear(Integer.parseInt(found.group(3))).atTime(time),
                                    zone(found, 7));
                });
    }

    /** A number alone is no time. */
    private static Optional<LimitReset> clock(String text) {
        return parsed(
                TIME.matcher(text),
                found -> {
                    if (found.group(2) == null && found.group(3) == null)
                        throw new DateTimeException("no time");
                    return new LimitReset.AtClock(time(found, 1), zone(found, 4));
                });
    }

    private static Optional<LimitReset> parsed(
            Matcher found, Function<Matcher, LimitReset> reader) {
        try {
            return found.lookingAt() ? Optional.of(reader.apply(found)) : Optional.empty();
        } catch (DateTimeException noTime) {
            return Optional.empty();
        }
    }

    private static LocalTime time(Matcher found, int group) {
        int hour = Integer.parseInt(found.group(group));
        int minute = found.group(group + 1) == null ? 0 : Integer.parseInt(found.group(group + 1));
        var half = found.group(group + 2);
        if (half == null) return LocalTime.of(hour, minute);
        if (hour < 1 || hour > 12) throw new DateTimeException("no hour of half a day");
        return LocalTime.of(hour % 12 + (half.equalsIgnoreCase("p") ? 12 : 0), minute);
    }

    /** An unknown zone is taken for the local one, in which most command lines print. */
    private static Optional<ZoneId> zone(Matcher found, int group) {
        return Stream.of(found.group(group), found.group(group + 1), found.group(group + 2))
                .flatMap(name -> Optional.ofNullable(name).stream())
                .findFirst()
                .flatMap(LimitResetParser::zone);
    }

    private static Optional<ZoneId> zone(String name) {
        try {
            return Optional.of(
                    name.startsWith("+") || name.startsWith("-")
                            ? ZoneOffset.of(name)
                            : ZoneId.of(name, ZoneId.SHORT_IDS));
        } catch (DateTimeException unknown) {
            return Optional.empty();
        }
    }
}
