package dev.foldline.effects.redact;

import dev.foldline.effects.redact.Sightings.Span;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a kind of secret looks like: a word that gives it away, and what must stand there for it to be one.
 *
 * @param word where the look begins
 * @param pattern what stands from the word on; its group {@code secret} is what is redacted
 */
record Shape(Kind kind, String word, Case letters, Start start, Pattern pattern) {

    /** Whether capitals in the word matter. */
    enum Case { AS_WRITTEN, ANY }

    /** Where the word may stand. */
    enum Start { ANYWHERE, NOT_WITHIN_A_WORD }

    private static final int ESCAPE_CHARS_MAX = 12;

    /** A token that begins with this word and goes on with at least so many of these characters, as many as there are. */
    static Shape token(Kind kind, String word, String characters, int charsMin) {
        return of(kind, word, Pattern.quote(word) + characters + "{" + charsMin + ",}+");
    }

    /** A token that begins with this word. */
    static Shape of(Kind kind, String word, String pattern) {
        return new Shape(kind, word, Case.AS_WRITTEN, Start.NOT_WITHIN_A_WORD, Pattern.compile("(?<secret>" + pattern + ")"));
    }

    /** The secret that this word, which ends before {@code end}, gives away; within a part of the text only. */
    Optional<Span> at(String text, int end, int partFrom, int partTo) {
        int begin = end - word.length();
        if (letters == Case.AS_WRITTEN && !text.startsWith(word, begin)) return Optional.empty();
        if (start == Start.NOT_WITHIN_A_WORD && isWithinAWord(text, begin, partFrom)) return Optional.empty();
        Matcher there = pattern.matcher(text).region(begin, partTo).useTransparentBounds(true).useAnchoringBounds(false);
        return there.lookingAt() ? Optional.of(new Span(there.start("secret"), there.end("secret"), kind)) : Optional.empty();
    }

    /** A letter before it that ends an escape, of JSON, of a URL or of a terminal, belongs to no word. */
    private static boolean isWithinAWord(String text, int at, int from) {
        if (at <= from || !isLetterOrDigit(text.charAt(at - 1))) return false;
        int earliest = Math.max(from, at - ESCAPE_CHARS_MAX);
        return !ESCAPE.matcher(text).region(earliest, at).matches();
    }

    private static boolean isLetterOrDigit(char each) {
        return each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z' || each >= '0' && each <= '9';
    }

    private static final Pattern ESCAPE = Pattern.compile(
            "(?s).*(?:\\\\[nrtbf]|\\\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|(?:\u001b|\\\\u001b|\\\\033|\\\\x1b)\\[[0-9;]*m)");
}
