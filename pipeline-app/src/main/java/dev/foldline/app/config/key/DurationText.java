package dev.foldline.app.config.key;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How durations are written: hours, minutes and seconds in this order, as in {@code 90s}, {@code
 * 15m}, {@code 1h30m}.
 */
public final class DurationText {
    /** The form as a regular expression that JSON Schema understands too. */
    public static final String FORM = "^(?=[0-9])([0-9]{1,6}h)?([0-9]{1,6}m)?([0-9]{1,6}s)?$";

    private static final Pattern PATTERN = Pattern.compile(FORM);

    private DurationText() {}

    /** The duration {@code text} stands for, or empty if it has another form. */
    public static Optional<Duration> parse(String text) {
        var matcher = PATTERN.matcher(text);
        if (!matcher.matches()) return Optional.empty();
        return Optional.of(
                Duration.ofHours(amount(matcher.group(1)))
                        .plusMinutes(amount(matcher.group(2)))
                        .plusSeconds(amount(matcher.group(3))));
    }

    /**
     * The shortest text for {@code duration}, which is not negative; fractions of a second are
     * dropped.
     */
    public static String write(Duration duration) {
        var text =
                part(duration.toHours(), "h")
                        + part(duration.toMinutesPart(), "m")
                        + part(duration.toSecondsPart(), "s");
        return text.isEmpty() ? "0s" : text;
    }

    private static String part(long amount, String unit) {
        return amount == 0 ? "" : amount + unit;
    }

    private static long amount(@Nullable String group) {
        return group == null ? 0 : Long.parseLong(group.substring(0, group.length() - 1));
    }
}
