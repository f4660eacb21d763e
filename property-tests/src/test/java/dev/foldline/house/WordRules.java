package dev.foldline.house;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Visible texts use the usual word: each pattern here has one that a reader knows. */
final class WordRules {
    static final String RULE = "texts use the usual word";

    /** From the words to avoid, as a pattern, to the usual ones. */
    static final Map<String, String> USUAL =
            Stream.of(
                            Map.entry("told|heard", "reported, received"),
                            Map.entry("began|begun", "started"),
                            Map.entry("anew", "again"),
                            Map.entry("ways? back", "rewind"),
                            Map.entry("patience", "retry limit"),
                            Map.entry("mend(?:s|ed|ing)?", "fix, repair"),
                            Map.entry("whoever|nobody|somebody|a person", "you, the user"),
                            Map.entry("look(?:s|ed|ing)? (?:again|at|on)", "check, watch"),
                            Map.entry("t(?:ake|akes|aken|aking|ook) up", "resume"),
                            Map.entry("go(?:es|ing)? on with", "continue"),
                            Map.entry("hand(?:s|ed|ing)? in", "submit"),
                            Map.entry("under ?way", "in progress, running"),
                            Map.entry("deeds?", "effect"),
                            Map.entry("nursery|neighbours?|household", "child runs, worktrees"),
                            Map.entry("what (?:is left|it wants)", "a noun"),
                            Map.entry("(?<!\\|)sat|stands|lies", "is"))
                    .collect(
                            Collectors.toMap(
                                    Map.Entry::getKey,
                                    Map.Entry::getValue,
                                    (first, _) -> first,
                                    LinkedHashMap::new));

    private WordRules() {}

    static List<RuleViolation> check(List<VisibleTexts.Text> texts) {
        return USUAL.entrySet().stream()
                .flatMap(
                        word ->
                                occurrences(word.getKey(), texts)
                                        .map(at -> finding(at, word.getValue())))
                .toList();
    }

    /** A word or phrase in a text; names with hyphens are no words. */
    record Occurrence(String path, String word, String excerpt) {}

    static Stream<Occurrence> occurrences(String words, List<VisibleTexts.Text> texts) {
        var pattern =
                Pattern.compile("(?<![\\w-])(?:" + words + ")(?![\\w-])", Pattern.CASE_INSENSITIVE);
        return texts.stream()
                .flatMap(
                        text ->
                                pattern.matcher(text.words())
                                        .results()
                                        .map(
                                                match ->
                                                        new Occurrence(
                                                                text.path(),
                                                                match.group(),
                                                                excerpt(
                                                                        text.words(),
                                                                        match.start(),
                                                                        match.end()))));
    }

    private static RuleViolation finding(Occurrence at, String usual) {
        return new RuleViolation(
                RULE, at.path() + " '" + at.word() + "'", at.excerpt() + " -> " + usual);
    }

    private static String excerpt(String text, int start, int end) {
        return text.substring(Math.max(0, start - 40), Math.min(text.length(), end + 40));
    }
}
