package dev.foldline.effects.redact;

import dev.foldline.effects.redact.SecretScanner.Span;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Replaces secrets in texts by their kind, for example {@code [redacted:jwt]}: values of variables
 * whose names suggest secrets, and text with the form of a token. It is deterministic and
 * idempotent, and a text without secrets is unchanged. Secrets are also detected with JSON or URL
 * escapes or color sequences in them, and values of variables across line ends. The time is linear
 * in the text. Immutable.
 */
public final class Redaction {
    /** Detects token forms only, without variables. */
    public static final Redaction OF_SHAPES = of(Map.of());

    private static final Pattern NAME = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    private final SecretValues known;

    private Redaction(SecretValues known) {
        this.known = known;
    }

    /** Detects token forms, and the values of those variables whose names suggest secrets. */
    public static Redaction of(Map<String, String> environment) {
        return new Redaction(SecretValues.among(environment));
    }

    /** Returns the text without secrets. */
    public String text(String text) {
        var redacted = text;
        // Text next to a secret may be a secret itself. Each round leaves less outside of markers.
        for (var spans = next(redacted); !spans.isEmpty(); spans = next(redacted))
            redacted = replaced(redacted, spans);
        return redacted;
    }

    /**
     * Redacts a value unless it is the full name of a commit, a tree or a blob, which is not
     * secret.
     */
    public String unlessName(String value) {
        return NAME.matcher(value).matches() ? value : text(value);
    }

    /** Redacts text in any ASCII-compatible encoding; other bytes are unchanged. */
    public byte[] bytes(byte[] content) {
        var text = new String(content, StandardCharsets.ISO_8859_1);
        var redacted = text(text);
        return redacted.equals(text) ? content : redacted.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns whether there is nothing to redact. */
    public boolean isClean(String text) {
        return next(text).isEmpty();
    }

    /**
     * Describes the secrets of a text for the user, with the variables whose values it contains.
     */
    public String suspicion(String text) {
        var variables =
                Stream.of(text, Escapes.of(text).text())
                        .flatMap(
                                each ->
                                        known.in(each).stream()
                                                .map(
                                                        span ->
                                                                known.holder(
                                                                        each.substring(
                                                                                span.from(),
                                                                                span.to()))))
                        .distinct()
                        .sorted()
                        .toList();
        return "what looks like a secret"
                + (variables.isEmpty()
                        ? ""
                        : " (the value of " + String.join(", ", variables) + ")");
    }

    /** Returns every secret in no order, including overlapping ones. */
    List<Span> secrets(String text) {
        if (!Escapes.mayBeIn(text)) return all(text);
        var escaped = Escapes.of(text);
        return Stream.concat(all(text).stream(), escaped.inOriginal(all(escaped.text())).stream())
                .toList();
    }

    /**
     * Returns where a variable's value starts that may continue after the end of the text, or the
     * end.
     */
    int unfinished(String text) {
        int plain = known.unfinished(text);
        if (!Escapes.mayBeIn(text)) return plain;
        var escaped = Escapes.of(text);
        int begin = known.unfinished(escaped.text());
        return begin == escaped.text().length() ? plain : Math.min(plain, escaped.from()[begin]);
    }

    private List<Span> all(String text) {
        return Stream.concat(known.in(text).stream(), SecretPatterns.SIGHTINGS.in(text).stream())
                .toList();
    }

    /**
     * A text with its escapes decoded shows a secret as a whole; otherwise perhaps only a part is
     * visible.
     */
    private List<Span> next(String text) {
        if (!Escapes.mayBeIn(text)) return first(text);
        var escaped = Escapes.of(text);
        var found = escaped.inOriginal(first(escaped.text()));
        return found.isEmpty() ? first(text) : found;
    }

    /** Values come first: a token form that is part of a value would leave its rest. */
    private List<Span> first(String text) {
        var values = known.in(text);
        return values.isEmpty() ? SecretPatterns.SIGHTINGS.in(text) : values;
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
