package dev.foldline.effects.environment;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Removes what varies between runs from a program's output: times, durations, addresses, temporary
 * paths, process ids.
 */
public final class OutputNormalizer {
    private OutputNormalizer() {}

    private record Replacement(Pattern pattern, String by) {
        static Replacement of(String pattern, String by) {
            return new Replacement(Pattern.compile(pattern), by);
        }
    }

    /** Applied in this order; replaced text is not matched again. */
    private static final List<Replacement> REPLACEMENTS =
            List.of(
                    Replacement.of("\\e\\[[0-9;?]*[ -/]*[@-~]|\\r(?=\\n)", ""),
                    Replacement.of(
                            "(?i)\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b",
                            "<uuid>"),
                    Replacement.of(
                            "(?<![\\w.])(?:/private)?(?:/tmp|/var/tmp|/var/folders|/dev/shm|/run/user/\\d+)(?:/[^\\s\"'`:;,)\\]}>]*)?",
                            "<temporary>"),
                    Replacement.of(
                            "(?i)[A-Z]:\\\\\\S*\\\\Temp\\\\[^\\s\"'`:;,)\\]}>]*", "<temporary>"),
                    Replacement.of(
                            "\\b\\d{4}-\\d{2}-\\d{2}(?:[T"
                                    + " ]\\d{2}:\\d{2}(?::\\d{2})?(?:[.,]\\d+)?)?(?:"
                                    + " ?(?:Z|[+-]\\d{2}:?\\d{2}))?(?!\\d)",
                            "<time>"),
                    Replacement.of(
                            "\\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?"
                                    + " )?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
                                    + " +\\d{1,2}|\\d{1,2}"
                                    + " (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)),? ",
                            "<date> "),
                    Replacement.of(
                            "\\b(?:\\d+:)?\\d{1,2}:\\d{2}(?:[.,]\\d+)?(?:"
                                + " ?(?:[AP]M|min|s))?\\b(?![:\\d])(?= |$|[\\])},;]|\\.(?:\\s|$))",
                            "<time>"),
                    Replacement.of(
                            "(?i)\\b\\d+(?:[.,]\\d+)?\\s?(?:ns|us|µs|ms|msecs?|millis(?:econds?)?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\\b(?:["
                                + " ,]+\\d+(?:[.,]\\d+)?\\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?)\\b)*",
                            "<time>"),
                    Replacement.of("\\b0x[0-9a-fA-F]{4,16}\\b", "<address>"),
                    Replacement.of("(?<=[\\w$\\]])@[0-9a-f]{5,16}\\b", "@<address>"),
                    Replacement.of(
                            "(?i)(?<=\\b(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1?]):)\\d{2,5}\\b",
                            "<port>"),
                    Replacement.of("(?i)\\b(pid|process(?: id)?)([ :=#]+)\\d+\\b", "$1$2<pid>"),
                    Replacement.of("==\\d+==|(?<=^|\\s)\\[\\d{3,7}](?=\\s|:)", "<pid>"));

    /** Returns the output without varying parts, line by line. */
    static String normalized(String output) {
        var text = output;
        for (var replacement : REPLACEMENTS)
            text = replacement.pattern().matcher(text).replaceAll(replacement.by());
        return text.strip();
    }

    /** Returns a hash that is equal for outputs without other differences. */
    public static String fingerprint(String output) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(normalized(output).getBytes(StandardCharsets.UTF_8)),
                            0,
                            16);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
