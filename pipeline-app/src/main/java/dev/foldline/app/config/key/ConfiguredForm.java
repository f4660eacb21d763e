package dev.foldline.app.config.key;

import java.util.Map;
import java.util.Optional;

/**
 * How the result of a check is read, as written.
 *
 * @param report a pattern of the report files with its tests
 * @param failures a regular expression of the lines that name a failed test
 * @param rerun how many more runs a failure gets
 * @param knownFailures what follows from failures before the first call; empty if another key
 *     decides
 */
public record ConfiguredForm(
        Optional<String> report,
        Optional<String> failures,
        int rerun,
        Optional<KnownFailures> knownFailures) {

    /** What follows if a check fails before the first call. */
    public enum KnownFailures {
        ALLOW,
        HALT
    }

    /** That of a check of which only the command is written. */
    public static final ConfiguredForm PLAIN =
            new ConfiguredForm(Optional.empty(), Optional.empty(), 1, Optional.empty());

    /** Returns the form in a mapping that was read. */
    static ConfiguredForm of(Map<?, ?> values) {
        return new ConfiguredForm(
                text(values, CheckKeys.REPORT),
                text(values, CheckKeys.FAILURES),
                values.get(CheckKeys.RERUN) instanceof Integer reruns ? reruns : PLAIN.rerun(),
                text(values, CheckKeys.KNOWN_FAILURES)
                        .map(ComponentType.labels(KnownFailures.class)::indexOf)
                        .map(each -> KnownFailures.values()[each]));
    }

    static Optional<String> text(Map<?, ?> values, String key) {
        return Optional.ofNullable(values.get(key)).map(String.class::cast);
    }
}
