package dev.foldline.effects.redact;

import dev.foldline.effects.redact.Sightings.Span;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The values of secret-looking variables, each in the forms in which it turns up in output. */
final class SecretValues implements Sightings.Judge {
    /** A shorter one would be found inside ordinary words, and redacting it would tell more than it hides. */
    static final int CHARS_MIN = 8;

    private final List<String> values;

    private SecretValues(List<String> values) { this.values = values; }

    static Sightings among(Map<String, String> environment) {
        var values = of(environment);
        return new Sightings(values.stream().map(value -> value.substring(0, CHARS_MIN)).toList(), new SecretValues(values));
    }

    @Override
    public Optional<Span> at(String text, int word, int end, int from, int to) {
        int begin = end - CHARS_MIN;
        return values.stream().filter(value -> text.startsWith(value, begin) && begin + value.length() <= to).findFirst()
                .map(value -> new Span(begin, begin + value.length(), Kind.VARIABLE));
    }

    /** The longest first, so that none hides another that it is a part of; line by line, since output is. */
    private static List<String> of(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(variable -> SecretNames.looksSecret(variable.getKey()) && !isFile(variable.getValue()))
                .flatMap(variable -> variable.getValue().lines()).map(String::strip)
                .filter(SecretValues::isSafeToReplace)
                .flatMap(SecretValues::forms)
                .distinct()
                .sorted((one, other) -> one.length() == other.length() ? one.compareTo(other) : other.length() - one.length())
                .toList();
    }

    /** Where a secret lies is none. */
    private static boolean isFile(String value) {
        try {
            return value.startsWith("/") && Files.exists(Path.of(value));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    /** What a marker of ours holds is not replaced: markers must stay. */
    private static boolean isSafeToReplace(String line) {
        return line.length() >= CHARS_MIN && line.chars().distinct().count() > 2 && !Kind.isWithinAMarker(line);
    }

    /** As it is, in JSON, in a URL, in base64, and as bytes read one character each. */
    private static Stream<String> forms(String line) {
        var bytes = line.getBytes(StandardCharsets.UTF_8);
        var quoted = line.replace("\\", "\\\\").replace("\"", "\\\"");
        var encoded = URLEncoder.encode(line, StandardCharsets.UTF_8);
        return Stream.of(line, quoted, quoted.replace("/", "\\/"), encoded, encoded.replace("+", "%20"),
                Base64.getEncoder().encodeToString(bytes), new String(bytes, StandardCharsets.ISO_8859_1),
                new String(quoted.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }
}
