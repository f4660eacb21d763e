package dev.foldline.effects.redact;

import dev.foldline.effects.redact.Sightings.Span;
import java.util.Arrays;
import java.util.List;

/**
 * A text as it reads once its escapes for single characters are taken away, those of JSON and of JSON within JSON: such as
 * {@code \}{@code u002d} for a hyphen, or a slash with a backslash before it. Each character knows where it comes from.
 *
 * @param text shorter than the original
 * @param origins where in the original each character begins; one more for its end
 */
record Escapes(String text, int[] origins) {
    private static final int DIGITS = 4;
    private static final int HEX = 16;

    /** Whether anything in a text may be written so. */
    static boolean mayBeIn(String text) { return text.contains("\\u") || text.contains("\\/"); }

    static Escapes of(String original) {
        var text = new StringBuilder(original.length());
        var origins = new int[original.length() + 1];
        for (int at = 0; at < original.length(); ) {
            origins[text.length()] = at;
            int behind = behindBackslashes(original, at);
            if (behind > at && original.startsWith("/", behind)) {
                text.append('/');
                at = behind + 1;
            } else if (behind > at && original.startsWith("u", behind) && number(original, behind + 1) >= 0) {
                text.append((char) number(original, behind + 1));
                at = behind + 1 + DIGITS;
            } else {
                for (int plain = at; plain < Math.max(behind, at + 1); plain++) {
                    origins[text.length()] = plain;
                    text.append(original.charAt(plain));
                }
                at = Math.max(behind, at + 1);
            }
        }
        origins[text.length()] = original.length();
        return new Escapes(text.toString(), Arrays.copyOf(origins, text.length() + 1));
    }

    /** The same places in the original. */
    List<Span> inOriginal(List<Span> spans) {
        return spans.stream().map(span -> new Span(origins[span.from()], origins[span.to()], span.kind())).toList();
    }

    private static int behindBackslashes(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == '\\') at++;
        return at;
    }

    /** What four hexadecimal digits say, or -1. */
    private static int number(String text, int from) {
        if (from + DIGITS > text.length()) return -1;
        int number = 0;
        for (int at = from; at < from + DIGITS; at++) {
            int digit = Character.digit(text.charAt(at), HEX);
            if (digit < 0) return -1;
            number = number * HEX + digit;
        }
        return number;
    }
}
