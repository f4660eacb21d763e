package dev.foldline.effects.log;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/** The time of a line, read without a formatter from the form in which lines are written. */
final class LineTime {
    private static final String FORM = "\"dddd-dd-ddTdd:dd:dd.dddZ\"";
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int NANOS_PER_MILLI = 1_000_000;

    private LineTime() {}

    /** Returns the time in a quoted string. */
    static Instant read(byte[] bytes, int from, int to) {
        if (!isUsual(bytes, from, to)) return parsed(bytes, from, to);
        long days;
        try {
            days =
                    LocalDate.of(
                                    number(bytes, from + 1, 4),
                                    number(bytes, from + 6, 2),
                                    number(bytes, from + 9, 2))
                            .toEpochDay();
        } catch (DateTimeException noDate) {
            return parsed(bytes, from, to);
        }
        int hour = number(bytes, from + 12, 2);
        int minute = number(bytes, from + 15, 2);
        int second = number(bytes, from + 18, 2);
        if (hour > 23 || minute > 59 || second > 59) return parsed(bytes, from, to);
        return Instant.ofEpochSecond(
                days * SECONDS_PER_DAY + (hour * 60 + minute) * 60L + second,
                (long) number(bytes, from + 21, 3) * NANOS_PER_MILLI);
    }

    private static Instant parsed(byte[] bytes, int from, int to) {
        return Instant.parse(LinePrefixParser.string(bytes, from, to));
    }

    private static boolean isUsual(byte[] bytes, int from, int to) {
        if (to - from != FORM.length()) return false;
        for (int i = 0; i < FORM.length(); i++) {
            char expected = FORM.charAt(i);
            byte found = bytes[from + i];
            if (expected == 'd' ? found < '0' || found > '9' : found != expected) return false;
        }
        return true;
    }

    private static int number(byte[] bytes, int from, int digits) {
        int number = 0;
        for (int i = from; i < from + digits; i++) number = number * 10 + (bytes[i] - '0');
        return number;
    }
}
