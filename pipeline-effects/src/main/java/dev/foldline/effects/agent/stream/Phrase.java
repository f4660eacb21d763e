package dev.foldline.effects.agent.stream;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Words by which a command line gives away what failed, where nothing typed does. Compared without case, escapes and typographic signs. */
public record Phrase(String words, FailureKind kind) {
    private static final Pattern ESCAPES = Pattern.compile("\u001b(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)|[@-Z\\\\-_])");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** The first phrase that is in the text; the order of the table decides. */
    static Optional<Phrase> in(String text, List<Phrase> table) {
        if (text.isEmpty()) return Optional.empty();
        var plain = plain(text).toLowerCase(Locale.ROOT);
        return table.stream().filter(phrase -> plain.contains(phrase.words().toLowerCase(Locale.ROOT))).findFirst();
    }

    /** A text without colours, with plain apostrophes, dots and spaces. */
    public static String plain(String text) {
        return SPACES.matcher(withoutEscapes(text).replace('\u2019', '\'').replace('\u2018', '\'').replace("\u2026", "...")).replaceAll(" ").strip();
    }

    static String withoutEscapes(String text) { return text.indexOf('\u001b') < 0 ? text : ESCAPES.matcher(text).replaceAll(""); }
}
