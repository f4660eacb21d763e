package dev.foldline.effects.agent.cli;

import dev.foldline.effects.agent.stream.LimitReset;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses durations in providers' failure messages, such as {@code 21h53m56s}, {@code 11.054s} or
 * {@code 500ms}.
 */
final class DurationParser {
    private static final Pattern SPAN =
            Pattern.compile(
                    "(?:(\\d{1,4})h)?(?:(\\d{1,5})m(?!s))?(?:(\\d{1,7})(\\.\\d+)?s)?(?:(\\d{1,7})(\\.\\d+)?ms)?");

    private DurationParser() {}

    /** Returns the duration after these words, rounded up to a second and at least one. */
    static Optional<LimitReset> behind(String words, String message) {
        int at = message.indexOf(words);
        var found = SPAN.matcher(at < 0 ? "" : message.substring(at + words.length()));
        return found.lookingAt() && found.end() > 0
                ? Optional.of(new LimitReset.In(Duration.ofSeconds(Math.max(1, seconds(found)))))
                : Optional.empty();
    }

    private static long seconds(Matcher span) {
        long more = span.group(4) != null || span.group(5) != null ? 1 : 0;
        return number(span.group(1)) * 3600
                + number(span.group(2)) * 60
                + number(span.group(3))
                + number(span.group(5)) / 1000
                + more;
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
