package dev.foldline.effects.json;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;

/** Parses instants from ISO-8601 text in UTC with nanosecond precision. */
final class InstantText {
    private static final String PLAIN = "0000-00-00T00:00:00Z";
    private static final int FRACTION_DIGITS_MAX = 9;

    private InstantText() {}

    /** Replay parses one or two in every event, so the usual form is parsed without a formatter. */
    static Instant parse(String text) {
        return isPlain(text) ? plain(text) : Instant.parse(text);
    }

    /** {@code 2026-11-21T22:00:00Z}, with or without a fraction of the second. */
    private static boolean isPlain(String text) {
        int last = text.length() - 1;
        if (last < PLAIN.length() - 1
                || last > PLAIN.length() + FRACTION_DIGITS_MAX
                || text.charAt(last) != 'Z') {
            return false;
        }
        for (int i = 0; i < last; i++) {
            char expected =
                    i < PLAIN.length() - 1 ? PLAIN.charAt(i) : i == PLAIN.length() - 1 ? '.' : '0';
            char found = text.charAt(i);
            if (expected == '0' ? found < '0' || found > '9' : found != expected) {
                return false;
            }
        }
        return last != PLAIN.length();
    }

    private static Instant plain(String text) {
        var date = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
        var time = LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19));
        int last = text.length() - 1;
        int nanos = last < PLAIN.length() ? 0 : number(text, PLAIN.length(), last);
        for (int digit = Math.max(0, last - PLAIN.length());
                digit < FRACTION_DIGITS_MAX && nanos > 0;
                digit++) {
            nanos *= 10;
        }
        return Instant.ofEpochSecond(date.toEpochSecond(time, ZoneOffset.UTC), nanos);
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }
}
