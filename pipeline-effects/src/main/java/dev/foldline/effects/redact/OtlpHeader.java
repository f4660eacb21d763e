package dev.foldline.effects.redact;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The headers that OpenTelemetry's standard variables add to each request: {@code name=value},
 * separated by commas, in percent encoding. A value is usually the key of a hosted collector.
 *
 * @param name of a header
 */
public record OtlpHeader(String name, String value) {
    /** The headers of all signals. */
    public static final String ALL = "OTEL_EXPORTER_OTLP_HEADERS";

    /** The headers of traces, which take precedence over {@link #ALL}. */
    public static final String TRACES = "OTEL_EXPORTER_OTLP_TRACES_HEADERS";

    private static final Set<String> NAMES =
            Set.of(
                    ALL,
                    TRACES,
                    "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
                    "OTEL_EXPORTER_OTLP_LOGS_HEADERS");

    /** Returns whether a variable has such headers. */
    static boolean hasHeaders(String variable) {
        return NAMES.contains(variable);
    }

    /**
     * Returns the headers of a variable's value.
     *
     * @throws IllegalArgumentException if its percent encoding is malformed; the message may quote
     *     the value
     */
    public static List<OtlpHeader> parse(String text) {
        return pairs(text)
                .map(pair -> new OtlpHeader(decode(key(pair)), decode(value(pair))))
                .toList();
    }

    /** Returns the secret parts of a variable's value: all of it, and each header's, decoded. */
    static Stream<String> secrets(String text) {
        return Stream.concat(
                Stream.of(text), pairs(text).map(OtlpHeader::value).flatMap(OtlpHeader::forms));
    }

    private static Stream<String> forms(String encoded) {
        try {
            var value = decode(encoded);
            return Stream.of(encoded, value, value.substring(value.lastIndexOf(' ') + 1));
        } catch (IllegalArgumentException malformed) {
            return Stream.of(encoded);
        }
    }

    private static Stream<String> pairs(String text) {
        return Stream.of(text.split(",")).map(String::strip).filter(pair -> pair.indexOf('=') > 0);
    }

    private static String key(String pair) {
        return pair.substring(0, pair.indexOf('='));
    }

    private static String value(String pair) {
        return pair.substring(pair.indexOf('=') + 1);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.strip().replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
