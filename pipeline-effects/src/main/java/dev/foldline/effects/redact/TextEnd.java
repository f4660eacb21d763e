package dev.foldline.effects.redact;

/** The end of a longer text. It starts with a whole line or word, as part of a secret is no end. */
public final class TextEnd {
    private TextEnd() {}

    /** Returns the end of a text, at most {@code charsMax} characters. */
    public static String of(String text, int charsMax) {
        return text.length() <= charsMax
                ? text
                : withoutPart(text.substring(text.length() - charsMax));
    }

    /**
     * Returns a text whose start is missing from its next line on, or from its next word on if that
     * line begins in its second half.
     */
    public static String withoutPart(String cut) {
        int half = cut.length() / 2;
        int line = cut.indexOf('\n');
        if (line >= 0 && line <= half) return cut.substring(line + 1);
        int word = cut.indexOf(' ');
        if (word >= 0 && word <= half) return cut.substring(word + 1);
        return cut.isEmpty() || !Character.isLowSurrogate(cut.charAt(0)) ? cut : cut.substring(1);
    }
}
