package dev.foldline.app.report;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** Times in the time zone of the reader. */
public final class LocalTimeFormatter {
    private LocalTimeFormatter() {}

    /** {@code 2026-01-31 08:05}; loads no formatter, since each takes as long as a command. */
    public static String minute(Instant time) {
        return time.atZone(ZoneId.systemDefault())
                .toLocalDateTime()
                .truncatedTo(ChronoUnit.MINUTES)
                .toString()
                .replace('T', ' ');
    }
}
