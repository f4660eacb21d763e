package dev.foldline.core.summary;

/** A sentence of limited length around a text of any length. */
final class SentenceText {
    /** The most characters of a sentence. */
    static final int LENGTH_MAX = 160;

    private static final String CUT = "...";

    private SentenceText() {}

    /**
     * @param text cut so that the sentence has at most {@value #LENGTH_MAX} characters
     * @param tail what ends the sentence; a full stop if empty
     */
    static String of(String head, String text, String tail) {
        var line = line(text);
        var end = tail.isEmpty() && !isEnded(line) ? "." : tail;
        int room = LENGTH_MAX - head.length() - end.length();
        if (line.length() <= room) return head + line + end;
        var cut = line.substring(0, Math.max(0, room - CUT.length()));
        int space = cut.lastIndexOf(' ');
        var whole = space > cut.length() / 2 ? cut.substring(0, space) : unpaired(cut);
        return head + whole + CUT + tail;
    }

    private static boolean isEnded(String line) {
        return line.endsWith("?") || line.endsWith("!");
    }

    /** The first line with text, without control characters and without what ends a sentence. */
    private static String line(String text) {
        var first = text.lines().map(String::strip).filter(each -> !each.isEmpty()).findFirst();
        return first.orElse("no reason is given")
                .replaceAll("[\\p{Cc}\\p{Cf}]+", " ")
                .strip()
                .replaceAll("[.;:,\\s]+$", "");
    }

    /** Half of a character is none. */
    private static String unpaired(String cut) {
        return !cut.isEmpty() && Character.isHighSurrogate(cut.charAt(cut.length() - 1))
                ? cut.substring(0, cut.length() - 1)
                : cut;
    }
}
