package dev.foldline.effects.agent.stream;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A phrase that identifies a failure if no typed field does. Case, escape sequences and typographic
 * characters are ignored.
 *
 * @param words where they contain {@code *}, there may be any text
 */
public record ErrorPhrase(String words, FailureKind kind) {
    private static final Pattern ESCAPES =
            Pattern.compile(
                    "\u001b(?:\\[[0-9;?]*["
                            + " -/]*[@-~]|\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)|[@-Z\\\\-_])");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** Returns the first phrase of the table that the text contains. */
    static Optional<ErrorPhrase> in(String text, List<ErrorPhrase> table) {
        if (text.isEmpty()) return Optional.empty();
        var plain = plain(text).toLowerCase(Locale.ROOT);
        return table.stream().filter(phrase -> phrase.isIn(plain)).findFirst();
    }

    private boolean isIn(String lowerCase) {
        int at = 0;
        for (var part : words.toLowerCase(Locale.ROOT).split("\\*", -1)) {
            int found = lowerCase.indexOf(part.strip(), at);
            if (found < 0) return false;
            at = found + part.strip().length();
        }
        return true;
    }

    /** Returns the text without colors, with plain apostrophes, dots and spaces. */
    public static String plain(String text) {
        return SPACES.matcher(
                        withoutEscapes(text)
                                .replace('\u2019', '\'')
                                .replace('\u2018', '\'')
                                .replace("\u2026", "..."))
                .replaceAll(" ")
                .strip();
    }

    static String withoutEscapes(String text) {
        return text.indexOf('\u001b') < 0 ? text : ESCAPES.matcher(text).replaceAll("");
    }
}
