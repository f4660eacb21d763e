package dev.foldline.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The glossary is small, its terms are used, and texts use no other word for one of them. */
final class GlossaryRules {
    static final String PAGE = "docs/glossary.md";
    static final int TERMS = 60;

    /** One row of the table: term, meaning, what texts do not call it, code. */
    private static final Pattern ROW =
            Pattern.compile("\\| ([^|]+) \\| [^|]+ \\| ([^|]*?) ?\\| [^|]+ \\|");

    private static final Pattern HEAD =
            Pattern.compile("\\| term \\|.*?\\| in the code \\| \\|---\\|---\\|---\\|---\\| ");

    private GlossaryRules() {}

    /** A term with the words that texts do not use for it. */
    record Term(String name, List<String> others) {}

    static List<RuleViolation> check(List<VisibleTexts.Text> texts) {
        var elsewhere = texts.stream().filter(text -> !text.path().equals(PAGE)).toList();
        var terms = termsOf(texts);
        var findings = new ArrayList<RuleViolation>();
        if (terms.isEmpty() || terms.size() > TERMS)
            findings.add(
                    new RuleViolation(
                            "the glossary has 1 to " + TERMS + " terms", PAGE, "" + terms.size()));
        for (Term term : terms) {
            if (WordRules.occurrences(formsOf(term.name()), elsewhere).findAny().isEmpty())
                findings.add(
                        new RuleViolation("a term of the glossary is used", PAGE, term.name()));
            for (String other : term.others())
                WordRules.occurrences(formsOf(other), elsewhere)
                        .forEach(at -> findings.add(finding(at, term)));
        }
        return findings;
    }

    static List<Term> termsOf(List<VisibleTexts.Text> texts) {
        var page =
                texts.stream()
                        .filter(text -> text.path().equals(PAGE))
                        .map(VisibleTexts.Text::words)
                        .collect(Collectors.joining());
        var head = HEAD.matcher(page);
        return ROW.matcher(head.find() ? page.substring(head.end()) : "")
                .results()
                .map(row -> new Term(row.group(1), wordsOf(row.group(2))))
                .toList();
    }

    private static List<String> wordsOf(String cell) {
        return Stream.of(cell.split(",", -1)).map(String::strip).filter(w -> !w.isEmpty()).toList();
    }

    /** A word in the singular and the plural, and a verb in its usual forms. */
    private static String formsOf(String word) {
        return Pattern.quote(word) + "(?:s|es|d|ed|ing)?";
    }

    private static RuleViolation finding(WordRules.Occurrence at, Term term) {
        return new RuleViolation(
                "texts use the terms of the glossary",
                at.path() + " '" + at.word() + "'",
                at.excerpt() + " -> " + term.name());
    }
}
