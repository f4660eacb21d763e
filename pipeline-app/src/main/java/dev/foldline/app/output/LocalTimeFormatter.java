package dev.foldline.app.output;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

/** Times in the time zone of the reader. */
public final class LocalTimeFormatter {
    private LocalTimeFormatter() {}

    /** {@code 2026-01-31 08:05}; loads no formatter, since each takes as long as a command. */
    public static String minute(Instant time) {
        return truncated(time, ChronoUnit.MINUTES);
    }

    /** {@code 2026-01-31 08:05:30}, without the seconds of a whole minute. */
    public static String second(Instant time) {
        return truncated(time, ChronoUnit.SECONDS);
    }

    /** The same of an ISO-8601 time in UTC; another text is returned unchanged. */
    public static String second(String time) {
        try {
            return second(Instant.parse(time));
        } catch (DateTimeParseException other) {
            return time;
        }
    }

    /** {@code 2026-01-31 08:05:00}, always as long, for columns. */
    public static String column(Instant time) {
        var text = second(time);
        return text.length() == "2026-01-31 08:05".length() ? text + ":00" : text;
    }

    private static String truncated(Instant time, ChronoUnit unit) {
        return time.atZone(ZoneId.systemDefault())
                .toLocalDateTime()
                .truncatedTo(unit)
                .toString()
                .replace('T', ' ');
    }
}
