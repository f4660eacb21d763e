package dev.foldline.core.summary;

import dev.foldline.core.state.Usage.Measure;

import io.vavr.control.Option;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Times, money and counts in a sentence. */
final class Amounts {
    private static final int MICRO_DIGITS = 6;
    private static final long CENT = 10_000;
    private static final long MILLIS = 1000;

    private Amounts() {}

    /** For example {@code 7.5 s}, {@code 6 min} or {@code 2 h 5 min}. */
    static String duration(long millis) {
        var time = Duration.ofMillis(millis);
        if (time.toHours() > 0)
            return time.toHours()
                    + " h"
                    + (time.toMinutesPart() > 0 ? " " + time.toMinutesPart() + " min" : "");
        if (time.toMinutes() > 0) return time.toMinutes() + " min";
        return time.toSeconds() >= 10
                ? time.toSeconds() + " s"
                : time.toSeconds() + "." + millis % MILLIS / 100 + " s";
    }

    /** For example {@code $3.07} or {@code at least $3.07}; none if no amount is known. */
    static Option<String> money(Measure money) {
        return money.known()
                .map(
                        known ->
                                (money.unreported() > 0
                                                ? "at least "
                                                : money.estimated().isDefined() ? "about " : "")
                                        + dollars(known));
    }

    private static String dollars(long micro) {
        return micro > 0 && micro < CENT
                ? "$0.01"
                : "$"
                        + BigDecimal.valueOf(micro, MICRO_DIGITS)
                                .setScale(2, RoundingMode.HALF_UP)
                                .toPlainString();
    }

    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
