package dev.foldline.effects.redact;

import dev.foldline.effects.redact.Sightings.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Texts with what is secret replaced by what it was, such as {@code [redacted:jwt]}: the values of secret-looking variables, and
 * whatever has the shape of a token. The same text always becomes the same one, twice is as good as once, and a text without
 * secrets stays as it is. A secret is known also where escapes of JSON stand for its characters. Takes time in proportion to the text. Immutable.
 */
public final class Redaction {
    /** Knows the shapes, and no variables. */
    public static final Redaction OF_SHAPES = of(Map.of());

    private static final Pattern NAME = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    private final SecretValues known;
    private final Sightings values;

    private Redaction(SecretValues known) {
        this.known = known;
        this.values = known.sightings();
    }

    /** Knows the shapes, and what the secret-looking ones among these variables hold. */
    public static Redaction of(Map<String, String> environment) { return new Redaction(SecretValues.among(environment)); }

    /** The text without secrets. */
    public String text(String text) {
        var redacted = text;
        // What stood beside a secret may be one by itself. Each round leaves less outside of markers.
        for (var spans = next(redacted); !spans.isEmpty(); spans = next(redacted)) redacted = replaced(redacted, spans);
        return redacted;
    }

    /** The same for what may be the whole name of a commit, a tree or a blob: such a name is no secret. */
    public String unlessName(String value) { return NAME.matcher(value).matches() ? value : text(value); }

    /** The same for text in any encoding that has ASCII in it; what is no secret stays as it is, byte for byte. */
    public byte[] bytes(byte[] content) {
        var text = new String(content, StandardCharsets.ISO_8859_1);
        var redacted = text(text);
        return redacted.equals(text) ? content : redacted.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Whether there is nothing to redact. */
    public boolean isClean(String text) { return next(text).isEmpty(); }

    /** What a text that is not clean holds, in words for a person, who has to know which variable it is that is taken for a secret. */
    public String suspicion(String text) {
        var variables = Stream.of(text, Escapes.of(text).text()).flatMap(each -> values.in(each).stream().map(span -> known.holder(each.substring(span.from(), span.to()))))
                .distinct().sorted().toList();
        return "what looks like a secret" + (variables.isEmpty() ? "" : " (the value of " + String.join(", ", variables) + ")");
    }

    /** Every secret, in no order; of those that overlap, each. */
    List<Span> secrets(String text) {
        if (!Escapes.mayBeIn(text)) return all(text);
        var escaped = Escapes.of(text);
        return Stream.concat(all(text).stream(), escaped.inOriginal(all(escaped.text())).stream()).toList();
    }

    private List<Span> all(String text) { return Stream.concat(values.in(text).stream(), Shapes.SIGHTINGS.in(text).stream()).toList(); }

    /** With its escapes taken away a text shows a secret as a whole; as it is, perhaps only a part. */
    private List<Span> next(String text) {
        if (!Escapes.mayBeIn(text)) return first(text);
        var escaped = Escapes.of(text);
        var found = escaped.inOriginal(first(escaped.text()));
        return found.isEmpty() ? first(text) : found;
    }

    /** Values go first: a shape that is a part of one would leave the rest. */
    private List<Span> first(String text) {
        var known = values.in(text);
        return known.isEmpty() ? Shapes.SIGHTINGS.in(text) : known;
    }

    private static String replaced(String text, List<Span> spans) {
        var redacted = new StringBuilder(text.length());
        int from = 0;
        for (Span span : spans) {
            redacted.append(text, from, span.from()).append(span.kind().marker());
            from = span.to();
        }
        return redacted.append(text, from, text.length()).toString();
    }
}
