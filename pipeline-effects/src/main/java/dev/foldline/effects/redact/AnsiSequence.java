package dev.foldline.effects.redact;

/** The escape sequences of terminals (ECMA-48), for example those that set a color. */
public final class AnsiSequence {
    static final char ESC = '\u001b';

    private static final char BEL = '\u0007';

    private AnsiSequence() {}

    /** Returns the text without its sequences. */
    public static String without(String text) {
        if (text.indexOf(ESC) < 0) return text;
        var plain = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); ) {
            int end = end(text, at);
            if (end == at) plain.append(text.charAt(at++));
            else at = end;
        }
        return plain.toString();
    }

    /**
     * Returns the end of the sequence that starts at an index, or the index itself if there is
     * none. An unfinished sequence ends with the text.
     */
    static int end(String text, int at) {
        if (text.charAt(at) != ESC || at + 1 == text.length()) return at;
        return switch (text.charAt(at + 1)) {
            case '[' -> controlSequenceEnd(text, at + 2);
            case ']', 'P', 'X', '^', '_' -> stringEnd(text, at + 2);
            default -> at + 2;
        };
    }

    private static int controlSequenceEnd(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) < '@') at++;
        return at < text.length() && text.charAt(at) >= '@' && text.charAt(at) <= '~' ? at + 1 : at;
    }

    /** Returns the end at BEL or ESC \\. A line feed ends an unterminated sequence. */
    private static int stringEnd(String text, int from) {
        for (int at = from; at < text.length(); at++) {
            if (text.charAt(at) == BEL) return at + 1;
            if (text.charAt(at) == ESC) return text.startsWith("\\", at + 1) ? at + 2 : at;
            if (text.charAt(at) == '\n') return at;
        }
        return text.length();
    }
}
