package dev.foldline.effects.redact;

import dev.foldline.effects.redact.Sightings.Span;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The values of secret-looking variables, each in the forms in which it turns up in output. */
final class SecretValues implements Sightings.Judge {
    /** A shorter one would be found inside ordinary words, and redacting it would tell more than it hides. */
    static final int CHARS_MIN = 8;

    /** The longest first, so that none hides another that it is a part of. */
    private static final Comparator<String> LONGEST_FIRST = Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());

    private final SortedMap<String, String> holders;
    private final List<String> values;

    private SecretValues(SortedMap<String, String> holders) {
        this.holders = holders;
        this.values = List.copyOf(holders.keySet());
    }

    static SecretValues among(Map<String, String> environment) {
        var holders = new TreeMap<String, String>(LONGEST_FIRST);
        // Line by line, since output is.
        new TreeMap<>(environment).forEach((name, value) -> secrets(name, value, environment)
                .flatMap(String::lines).map(String::strip)
                .filter(SecretValues::isSafeToReplace)
                .flatMap(SecretValues::forms)
                .forEach(form -> holders.putIfAbsent(form, name)));
        return new SecretValues(holders);
    }

    Sightings sightings() { return new Sightings(values.stream().map(value -> value.substring(0, CHARS_MIN)).toList(), this); }

    /** The variable that holds a value which was found. */
    String holder(String value) { return holders.getOrDefault(value, ""); }

    @Override
    public Optional<Span> at(String text, int word, int end, int from, int to) {
        int begin = end - CHARS_MIN;
        return values.stream().filter(value -> text.startsWith(value, begin) && begin + value.length() <= to).findFirst()
                .map(value -> new Span(begin, begin + value.length(), Kind.VARIABLE));
    }

    private static Stream<String> secrets(String name, String value, Map<String, String> environment) {
        if (name.startsWith(GitSetting.KEY)) return GitSetting.inAddresses(value);
        if (name.startsWith(GitSetting.VALUE)) return GitSetting.of(name, environment).secrets();
        return SecretNames.looksSecret(name, value) && !isFile(value) ? Stream.of(value) : Stream.empty();
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
