package dev.foldline.effects.redact;

import dev.foldline.effects.redact.SecretScanner.Span;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form of a kind of secret: a word that indicates it, and a pattern that must match there.
 *
 * @param word the word that starts the match
 * @param pattern matches from the word on; its group {@code secret} is redacted
 */
record SecretPattern(SecretKind kind, String word, Case letters, Start start, Pattern pattern) {

    /** Whether the case of the word matters. */
    enum Case {
        AS_WRITTEN,
        ANY
    }

    /** Where the word may occur. */
    enum Start {
        ANYWHERE,
        NOT_WITHIN_A_WORD
    }

    private static final int ESCAPE_CHARS_MAX = 12;

    /**
     * Returns a token that starts with this word and continues with at least this many of these
     * characters, matched greedily.
     */
    static SecretPattern token(SecretKind kind, String word, String characters, int charsMin) {
        return of(kind, word, Pattern.quote(word) + characters + "{" + charsMin + ",}+");
    }

    /** Returns a token that starts with this word. */
    static SecretPattern of(SecretKind kind, String word, String pattern) {
        return new SecretPattern(
                kind,
                word,
                Case.AS_WRITTEN,
                Start.NOT_WITHIN_A_WORD,
                Pattern.compile("(?<secret>" + pattern + ")"));
    }

    /**
     * Returns the secret indicated by this word, which ends before {@code end}, within a part of
     * the text.
     */
    Optional<Span> at(String text, int end, int partFrom, int partTo) {
        int begin = end - word.length();
        if (letters == Case.AS_WRITTEN && !text.startsWith(word, begin)) return Optional.empty();
        if (start == Start.NOT_WITHIN_A_WORD && isWithinAWord(text, begin, partFrom))
            return Optional.empty();
        Matcher there =
                pattern.matcher(text)
                        .region(begin, partTo)
                        .useTransparentBounds(true)
                        .useAnchoringBounds(false);
        return there.lookingAt()
                ? Optional.of(new Span(there.start("secret"), there.end("secret"), kind))
                : Optional.empty();
    }

    /**
     * A preceding letter that ends an escape of JSON, a URL or a terminal does not belong to a
     * word.
     */
    private static boolean isWithinAWord(String text, int at, int from) {
        if (at <= from || !isLetterOrDigit(text.charAt(at - 1))) return false;
        int earliest = Math.max(from, at - ESCAPE_CHARS_MAX);
        return !ESCAPE.matcher(text).region(earliest, at).matches();
    }

    private static boolean isLetterOrDigit(char each) {
        return each >= 'a' && each <= 'z'
                || each >= 'A' && each <= 'Z'
                || each >= '0' && each <= '9';
    }

    private static final Pattern ESCAPE =
            Pattern.compile(
                    "(?s).*(?:\\\\[nrtbf]|\\\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|(?:\u001b|\\\\u001b|\\\\033|\\\\x1b)\\[[0-9;]*m)");
}
