package dev.foldline.effects.redact;

import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Characters that change how a terminal or a page shows the surrounding text: the control
 * characters of ASCII and ISO 6429 except tab and line ends, bidirectional controls, and Unicode's
 * line separators. Artifacts and definitions with such characters are rejected; in displayed texts
 * they are escaped.
 */
public final class ControlCharacters {
    private static final char DELETE = 0x7F;
    private static final char C1_LAST = 0x9F;
    private static final int HEX_DIGITS = 4;

    /** The colors of Foldline's own texts. */
    private static final Pattern OWN_COLOUR = Pattern.compile("\u001b\\[(?:0|1|2|31|32|33)m");

    private ControlCharacters() {}

    /**
     * Returns whether a character is a control character. A carriage return is one only without a
     * following line feed.
     */
    public static boolean isControl(char each) {
        return switch (each) {
            case '\t', '\n', '\r' -> false;
            case '\u061c',
                    '\u200e',
                    '\u200f',
                    '\u2028',
                    '\u2029',
                    '\u202a',
                    '\u202b',
                    '\u202c',
                    '\u202d',
                    '\u202e',
                    '\u2066',
                    '\u2067',
                    '\u2068',
                    '\u2069',
                    '\ufeff' ->
                    true;
            default -> each < ' ' || each >= DELETE && each <= C1_LAST;
        };
    }

    /** Returns the first control character of a text. */
    public static OptionalInt first(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (isControl(text, at)) return OptionalInt.of(text.charAt(at));
        }
        return OptionalInt.empty();
    }

    /** Returns the Unicode notation, for example U+001B. */
    public static String name(int control) {
        return "U+%04X".formatted(control);
    }

    /** Returns the text with such characters escaped as {@code \}{@code u001b}. */
    public static String escape(String text) {
        if (first(text).isEmpty()) return text;
        var escaped = new StringBuilder(text.length() + HEX_DIGITS);
        for (int at = 0; at < text.length(); at++) {
            if (isControl(text, at)) escape(text.charAt(at), "\\", escaped);
            else escaped.append(text.charAt(at));
        }
        return escaped.toString();
    }

    /** Returns the escaped text with Foldline's own color sequences preserved. */
    public static String escapeAroundColours(String text) {
        if (first(text).isEmpty()) return text;
        var escaped = new StringBuilder(text.length() + HEX_DIGITS);
        var colours = OWN_COLOUR.matcher(text);
        int from = 0;
        for (; colours.find(); from = colours.end())
            escaped.append(escape(text.substring(from, colours.start()))).append(colours.group());
        return escaped.append(escape(text.substring(from))).toString();
    }

    /**
     * Returns JSON text with escaped strings: what is decoded from it contains no control
     * characters.
     */
    public static String escapeJson(String json) {
        var escaped = new StringBuilder(json.length());
        for (int at = 0; at < json.length(); ) {
            char each = json.charAt(at);
            int length = each == '\\' ? json.startsWith("u", at + 1) ? 2 + HEX_DIGITS : 2 : 1;
            var piece = json.substring(at, Math.min(at + length, json.length()));
            var meant = unescaped(piece);
            var isLineEnd =
                    meant == '\r'
                                    && (json.startsWith("\\n", at + length)
                                            || json.startsWith("\n", at + length))
                            || piece.length() == 1 && meant == '\r';
            if (isControl(meant) || meant == '\r' && !isLineEnd) escape(meant, "\\\\", escaped);
            else escaped.append(piece);
            at += length;
        }
        return escaped.toString();
    }

    /**
     * Returns the character of a JSON string's character or escape, if it may be a control
     * character.
     */
    private static char unescaped(String piece) {
        if (piece.length() == 2 + HEX_DIGITS)
            return (char) Integer.parseInt(piece.substring(2), 16);
        return switch (piece) {
            case "\\b" -> '\b';
            case "\\f" -> '\f';
            case "\\r" -> '\r';
            default -> piece.charAt(piece.length() - 1);
        };
    }

    private static boolean isControl(String text, int at) {
        return text.charAt(at) == '\r'
                ? at + 1 == text.length() || text.charAt(at + 1) != '\n'
                : isControl(text.charAt(at));
    }

    private static void escape(char control, String backslash, StringBuilder into) {
        into.append(backslash).append("u%04x".formatted((int) control));
    }
}
