package dev.foldline.effects.redact;

import dev.foldline.effects.redact.SecretScanner.Span;

import java.util.Arrays;
import java.util.List;

/**
 * A text with its escapes decoded: those of JSON, of JSON within JSON and of URLs, such as {@code
 * \}{@code u002d} or {@code %2d} for a hyphen. Terminal color sequences are removed. Each character
 * knows its position in the original.
 *
 * @param text the decoded text, shorter than the original
 * @param from start of each character in the original
 * @param to end of each character in the original
 */
record Escapes(String text, int[] from, int[] to) {
    private static final int DIGITS = 4;
    private static final int PERCENT_DIGITS = 2;
    private static final int HEX = 16;

    /** Returns whether a text may contain escapes. */
    static boolean mayBeIn(String text) {
        return text.indexOf(AnsiSequence.ESC) >= 0
                || text.contains("\\u")
                || text.contains("\\/")
                || hasPercentEscape(text);
    }

    static Escapes of(String original) {
        var decoded = new Builder(original.length());
        for (int at = 0; at < original.length(); ) {
            char each = original.charAt(at);
            at =
                    each == '\\'
                            ? backslashes(original, at, decoded)
                            : each == '%' && number(original, at + 1, PERCENT_DIGITS) >= 0
                                    ? decoded.add(
                                            (char) number(original, at + 1, PERCENT_DIGITS),
                                            at,
                                            at + 1 + PERCENT_DIGITS)
                                    : decoded.add(each, at, at + 1);
        }
        var escapes = decoded.build();
        return escapes.text.indexOf(AnsiSequence.ESC) < 0 ? escapes : escapes.withoutSequences();
    }

    /** Converts positions to those in the original. */
    List<Span> inOriginal(List<Span> spans) {
        return spans.stream()
                .map(span -> new Span(from[span.from()], to[span.to() - 1], span.kind()))
                .toList();
    }

    private static boolean hasPercentEscape(String text) {
        for (int at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
            if (number(text, at + 1, PERCENT_DIGITS) >= 0) return true;
        }
        return false;
    }

    private static int backslashes(String original, int at, Builder decoded) {
        int behind = at;
        while (behind < original.length() && original.charAt(behind) == '\\') behind++;
        if (original.startsWith("/", behind)) return decoded.add('/', at, behind + 1);
        if (original.startsWith("u", behind) && number(original, behind + 1, DIGITS) >= 0)
            return decoded.add(
                    (char) number(original, behind + 1, DIGITS), at, behind + 1 + DIGITS);
        for (int plain = at; plain < behind; plain++) decoded.add('\\', plain, plain + 1);
        return behind;
    }

    private Escapes withoutSequences() {
        var plain = new Builder(text.length());
        for (int at = 0; at < text.length(); ) {
            int end = AnsiSequence.end(text, at);
            if (end == at) plain.add(text.charAt(at), from[at], to[at]);
            at = Math.max(end, at + 1);
        }
        return plain.build();
    }

    /** Parses this many hexadecimal digits, or returns -1. */
    private static int number(String text, int from, int digits) {
        if (from + digits > text.length()) return -1;
        int number = 0;
        for (int at = from; at < from + digits; at++) {
            int digit = Character.digit(text.charAt(at), HEX);
            if (digit < 0) return -1;
            number = number * HEX + digit;
        }
        return number;
    }

    private static final class Builder {
        private final StringBuilder text;
        private final int[] from;
        private final int[] to;

        Builder(int length) {
            this.text = new StringBuilder(length);
            this.from = new int[length];
            this.to = new int[length];
        }

        /** Adds a character and returns where to continue. */
        int add(char each, int begin, int end) {
            from[text.length()] = begin;
            to[text.length()] = end;
            text.append(each);
            return end;
        }

        Escapes build() {
            return new Escapes(
                    text.toString(),
                    Arrays.copyOf(from, text.length()),
                    Arrays.copyOf(to, text.length()));
        }
    }
}
