package dev.foldline.effects.redact;

import dev.foldline.effects.redact.SecretScanner.Span;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The values of variables whose names suggest secrets, in all forms in which they occur in output,
 * including across line ends.
 */
final class SecretValues {
    /**
     * A shorter value would match inside ordinary words, and redacting it would reveal more than it
     * hides.
     */
    static final int CHARS_MIN = 8;

    /** The value may continue after the end of the text. */
    private static final int UNFINISHED = -2;

    /**
     * How much of a text is searched for the start of a value that its end cuts: line ends and
     * colors make a value longer.
     */
    private static final int WINDOW_PER_CHAR = 16;

    /** The longest first, so that no value hides a longer one that contains it. */
    private static final Comparator<String> LONGEST_FIRST =
            Comparator.comparingInt(String::length)
                    .reversed()
                    .thenComparing(Comparator.naturalOrder());

    private final NavigableMap<String, String> holders;
    private final List<String> values;
    private final AhoCorasick beginnings;
    private final int longest;

    private SecretValues(NavigableMap<String, String> holders) {
        this.holders = holders;
        this.values = List.copyOf(holders.keySet());
        this.beginnings =
                new AhoCorasick(
                        values.stream().map(value -> value.substring(0, CHARS_MIN)).toList());
        this.longest = values.stream().mapToInt(String::length).max().orElse(0);
    }

    static SecretValues among(Map<String, String> environment) {
        var holders = new TreeMap<String, String>(LONGEST_FIRST);
        // Output is processed line by line.
        new TreeMap<>(environment)
                .forEach(
                        (name, value) ->
                                secrets(name, value, environment)
                                        .flatMap(String::lines)
                                        .map(String::strip)
                                        .filter(SecretValues::isSafeToReplace)
                                        .flatMap(SecretValues::forms)
                                        .forEach(form -> holders.putIfAbsent(form, name)));
        return new SecretValues(holders);
    }

    /** Returns the variable with a value that was found. */
    String holder(String found) {
        return values.stream()
                .filter(value -> matchEnd(found, 0, value, found.length()) == found.length())
                .findFirst()
                .map(holders::get)
                .orElse("");
    }

    /** Returns every value, in order. */
    List<Span> in(String text) {
        return SecretScanner.betweenMarkers(text, this::find);
    }

    /** Returns where a value starts that may continue after the end of the text, or the end. */
    int unfinished(String text) {
        int end = text.length();
        var scan = new Scan(text, Math.max(0, end - WINDOW_PER_CHAR * longest), end);
        while (scan.next()) {
            for (int word : beginnings.endingIn(scan.state)) {
                if (matchEnd(text, scan.begin(CHARS_MIN), values.get(word), end) == UNFINISHED)
                    return scan.begin(CHARS_MIN);
            }
        }
        return scan.begin(beginnings.depth(scan.state));
    }

    private void find(String text, int from, int to, List<Span> spans) {
        if (values.isEmpty()) return;
        var scan = new Scan(text, from, to);
        while (scan.next()) {
            if (beginnings.endingIn(scan.state).length == 0) continue;
            int begin = scan.begin(CHARS_MIN);
            var end =
                    values.stream()
                            .mapToInt(value -> matchEnd(text, begin, value, to))
                            .filter(each -> each >= 0)
                            .findFirst();
            if (end.isEmpty()) continue;
            spans.add(new Span(begin, end.getAsInt(), SecretKind.VARIABLE));
            scan.restart(end.getAsInt());
        }
    }

    /** A scan that skips line ends and terminal sequences. */
    private final class Scan {
        private final String text;
        private final int to;
        private final int[] places = new int[CHARS_MIN];
        private int at;
        private int count;
        private int state;

        Scan(String text, int from, int to) {
            this.text = text;
            this.at = from;
            this.to = to;
        }

        /** Advances by one character; returns false at the end. */
        boolean next() {
            if (state == 0) skipOthers();
            else at = gapEnd(text, at, to, isExpected('\\') ? '\\' : '\0');
            if (at >= to) return false;
            state = beginnings.step(state, text.charAt(at));
            places[count++ % CHARS_MIN] = at++;
            return true;
        }

        private void skipOthers() {
            while (at < to && beginnings.step(0, text.charAt(at)) == 0) at++;
        }

        private boolean isExpected(char each) {
            return beginnings.depth(beginnings.step(state, each)) > beginnings.depth(state);
        }

        /** Returns where the last characters start. */
        int begin(int chars) {
            return chars == 0 ? to : places[(count - chars) % CHARS_MIN];
        }

        void restart(int from) {
            at = from;
            state = 0;
        }
    }

    /**
     * Returns the end of a value that starts at an index; {@link #UNFINISHED} if the text ends
     * before, -1 if it does not match.
     */
    private static int matchEnd(String text, int begin, String value, int to) {
        int at = begin;
        for (int next = 0; next < value.length(); next++) {
            if (next > 0) at = gapEnd(text, at, to, value.charAt(next));
            if (at >= to) return UNFINISHED;
            if (text.charAt(at++) != value.charAt(next)) return -1;
        }
        return at;
    }

    /**
     * Skips line ends, plain or escaped in JSON, and terminal sequences, unless the character is
     * the expected one.
     */
    private static int gapEnd(String text, int from, int to, char expected) {
        int at = from;
        while (at < to) {
            char each = text.charAt(at);
            if (each == expected) return at;
            if (each == '\n' || each == '\r') at++;
            else if (each == '\\'
                    && at + 1 < to
                    && (text.charAt(at + 1) == 'n' || text.charAt(at + 1) == 'r')) at += 2;
            else if (each == AnsiSequence.ESC && AnsiSequence.end(text, at) > at)
                at = AnsiSequence.end(text, at);
            else return at;
        }
        return at;
    }

    private static Stream<String> secrets(
            String name, String value, Map<String, String> environment) {
        if (name.startsWith(GitConfigVariable.KEY)) return GitConfigVariable.inAddresses(value);
        if (name.startsWith(GitConfigVariable.VALUE))
            return GitConfigVariable.of(name, environment).secrets();
        if (OtlpHeader.hasHeaders(name)) return OtlpHeader.secrets(value);
        return SecretNames.looksSecret(name, value) && !isFile(value)
                ? Stream.of(value)
                : Stream.empty();
    }

    /** The path of a secret's file is not secret. */
    private static boolean isFile(String value) {
        try {
            return value.startsWith("/") && Files.exists(Path.of(value));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    /** Parts of markers are not replaced, because markers must remain. */
    private static boolean isSafeToReplace(String line) {
        return line.length() >= CHARS_MIN
                && line.chars().distinct().count() > 2
                && !SecretKind.isWithinAMarker(line);
    }

    /**
     * Returns the plain form, and those in JSON, in a URL, in base64, and as bytes read one
     * character each.
     */
    private static Stream<String> forms(String line) {
        var bytes = line.getBytes(StandardCharsets.UTF_8);
        var quoted = line.replace("\\", "\\\\").replace("\"", "\\\"");
        var encoded = URLEncoder.encode(line, StandardCharsets.UTF_8);
        return Stream.of(
                line,
                quoted,
                quoted.replace("/", "\\/"),
                encoded,
                encoded.replace("+", "%20"),
                Base64.getEncoder().encodeToString(bytes),
                new String(bytes, StandardCharsets.ISO_8859_1),
                new String(quoted.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }
}
