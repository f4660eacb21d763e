package dev.foldline.app.output;

/**
 * Text from elsewhere, made fit for one line of a terminal: nothing in it can move the cursor,
 * colour what follows, turn the direction of reading or pile up marks.
 */
public final class Printable {
    private static final int CHARS_MAX = 4_096;
    private static final int MARKS_MAX = 2;
    private static final char ESCAPE = 0x1B;
    private static final char REPLACEMENT = 0xFFFD;

    private final String text;
    private final StringBuilder line = new StringBuilder();
    private int at;
    private int marks = MARKS_MAX;

    private Printable(String text) {
        this.text = text;
    }

    /**
     * The text in one line, without escape sequences, control and format characters. What a
     * carriage return would have overwritten is left out; of very long text only the beginning is
     * kept.
     */
    public static String line(String text) {
        var shown = afterCarriageReturn(text.replace("\r\n", "\n"));
        return new Printable(shown.length() > CHARS_MAX ? shown.substring(0, CHARS_MAX) : shown)
                .read();
    }

    private static String afterCarriageReturn(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '\r') end--;
        return text.substring(text.lastIndexOf('\r', end - 1) + 1, end);
    }

    private String read() {
        while (at < text.length()) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            take(point);
        }
        return line.toString().strip();
    }

    private void take(int point) {
        switch (point) {
            case ESCAPE -> skipEscape();
            case 0x9B -> skipControlSequence();
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F -> skipControlString();
            default -> takeVisible(point);
        }
    }

    private void takeVisible(int point) {
        switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    space(point);
            case Character.FORMAT -> {}
            case Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.COMBINING_SPACING_MARK ->
                    mark(point);
            case Character.SURROGATE, Character.UNASSIGNED, Character.PRIVATE_USE ->
                    letter(REPLACEMENT);
            default -> letter(point);
        }
    }

    private void letter(int point) {
        line.appendCodePoint(point);
        marks = 0;
    }

    /**
     * A few marks belong to a letter; more would grow into the lines around it, and a selector
     * changes the letter's width.
     */
    private void mark(int point) {
        if (marks++ < MARKS_MAX && !isVariationSelector(point)) line.appendCodePoint(point);
    }

    private static boolean isVariationSelector(int point) {
        return point >= 0xFE00 && point <= 0xFE0F || point >= 0xE0100 && point <= 0xE01EF;
    }

    /** Blanks of every kind are one blank; other control characters are nothing. */
    private void space(int point) {
        var blank = !Character.isISOControl(point) || Character.isWhitespace(point);
        if (blank && !line.isEmpty() && line.charAt(line.length() - 1) != ' ') line.append(' ');
        marks = MARKS_MAX;
    }

    private void skipEscape() {
        if (at >= text.length()) return;
        switch (text.charAt(at++)) {
            case '[' -> skipControlSequence();
            case ']', 'P', 'X', '^', '_' -> skipControlString();
            default -> {
                at--;
                skipWhile(0x20, 0x2F);
                skipOne(0x30, 0x7E);
            }
        }
    }

    private void skipControlSequence() {
        skipWhile(0x30, 0x3F);
        skipWhile(0x20, 0x2F);
        skipOne(0x40, 0x7E);
    }

    /** Ends with a bell, a string terminator, or, if it has no end, with the text. */
    private void skipControlString() {
        while (at < text.length()) {
            char next = text.charAt(at++);
            if (next == 0x07 || next == 0x9C) return;
            if (next == ESCAPE && at < text.length() && text.charAt(at) == '\\') {
                at++;
                return;
            }
        }
    }

    private void skipWhile(int from, int to) {
        while (at < text.length() && text.charAt(at) >= from && text.charAt(at) <= to) at++;
    }

    private void skipOne(int from, int to) {
        if (at < text.length() && text.charAt(at) >= from && text.charAt(at) <= to) at++;
    }
}
