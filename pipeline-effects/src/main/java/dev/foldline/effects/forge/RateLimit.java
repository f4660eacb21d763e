package dev.foldline.effects.forge;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The limits of requests, as the headers of an answer report them. */
final class RateLimit {
    private static final List<String> PREFIXES = List.of("X-RateLimit-", "RateLimit-");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");
    private static final Duration UNKNOWN = Duration.ofSeconds(1);

    private RateLimit() {}

    /** Returns how long a refused request must wait, if it was refused because of a limit. */
    static Optional<Duration> wait(int status, HttpHeaders headers, Instant now) {
        if (status != 403 && status != 429) return Optional.empty();
        var after = headers.firstValue("Retry-After");
        return after.flatMap(RateLimit::seconds)
                .map(Duration::ofSeconds)
                .or(() -> after.flatMap(text -> untilDate(text, now)))
                .or(() -> untilReset(headers, now));
    }

    /** A reset that is not reported, or is over by this machine's clock, may be soon. */
    private static Optional<Duration> untilReset(HttpHeaders headers, Instant now) {
        for (var prefix : PREFIXES) {
            var rest = headers.firstValue(prefix + "Remaining").flatMap(RateLimit::seconds);
            if (rest.isEmpty() || rest.get() > 0) continue;
            var wait =
                    headers.firstValue(prefix + "Reset")
                            .flatMap(RateLimit::seconds)
                            .map(reset -> Duration.between(now, Instant.ofEpochSecond(reset)));
            return Optional.of(wait.filter(Duration::isPositive).orElse(UNKNOWN));
        }
        return Optional.empty();
    }

    private static Optional<Duration> untilDate(String text, Instant now) {
        try {
            var date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Optional.of(date.isAfter(now) ? Duration.between(now, date) : UNKNOWN);
        } catch (DateTimeException noDate) {
            return Optional.empty();
        }
    }

    /** A number that is too large for a time is none. */
    private static Optional<Long> seconds(String text) {
        return SECONDS.matcher(text).matches()
                ? Optional.of(Long.parseLong(text))
                : Optional.empty();
    }
}
