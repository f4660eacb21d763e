package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rules about names, words and terms find what is planted, and accept plain English. */
class LanguageRuleViolationsTest {
    private static final String FILE = "pipeline-app/src/main/java/dev/foldline/app/Sample.java";
    private static final String HEAD =
            "| term | meaning | not | in the code |\n|---|---|---|---|\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "You are told.",
                "It has begun.",
                "Start anew",
                "two ways back",
                "its patience",
                "the check is mended",
                "Nobody drives the run",
                "wait for a person",
                "look again",
                "take up a run",
                "goes on with the next",
                "hand in the work",
                "the effect under way",
                "a deed",
                "the neighbours",
                "what is left",
                "the run stands at a gate"
            })
    void a_word_of_the_dialect_is_found(String text) {
        assertThat(WordRules.check(VisibleTexts.ofFile("README.md", text))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Use the recommended settings, indeed.",
                "Pass --hand-input; the crash point is in-deed:3.",
                "Saturday, Fri|Sat|Sun",
                "The log begins with a run; amend the commit.",
                "It takes time: look up the handle"
            })
    void plain_english_and_names_are_accepted(String text) {
        assertThat(WordRules.check(VisibleTexts.ofFile("README.md", text))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"the effect under \" + \"way\"",
                "\"what\" + (\" is\" + \" left \") + name",
                "\"\"\"\n    the effect under\n    way\n    \"\"\"",
                "print(name + print(\"nobody\"))"
            })
    void a_word_in_literals_is_found(String expression) {
        assertThat(WordRules.check(literals(expression))).hasSize(1);
    }

    @Test
    void comments_and_names_of_code_are_not_texts() {
        assertThat(WordRules.check(literals("told /* nobody */"))).isEmpty();
        assertThat(scriptWords("// nobody\nimport './deeds.js'; /* told */ deed('x')")).isEmpty();
    }

    @Test
    void a_word_in_a_string_of_a_script_is_found() {
        assertThat(scriptWords("say('nobody')")).hasSize(1);
        assertThat(scriptWords("say(`${deed.name} is told`)")).hasSize(1);
    }

    @Test
    void a_glossary_without_terms_or_with_too_many_is_found() {
        var many =
                IntStream.rangeClosed(0, GlossaryRules.TERMS)
                        .mapToObj(number -> row("t" + number, ""))
                        .collect(Collectors.joining());
        assertThat(glossary("", "text")).extracting(RuleViolation::detail).containsExactly("0");
        assertThat(glossary(many, "text")).extracting(RuleViolation::detail).contains("61");
    }

    @Test
    void a_term_that_no_text_uses_is_found() {
        assertThat(glossary(row("gate", ""), "A step."))
                .extracting(RuleViolation::detail)
                .containsExactly("gate");
        assertThat(glossary(row("gate", ""), "Two gates.")).isEmpty();
    }

    @Test
    void another_word_for_a_term_is_found() {
        assertThat(glossary(row("gate", "barrier, stop sign"), "A gate. Two barriers, a stop sign"))
                .extracting(RuleViolation::place)
                .containsExactly("README.md 'barriers'", "README.md 'stop sign'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Nursery", "HandedIn", "Waiting", "Driven", "Spent", "Told"})
    void a_metaphor_or_a_lone_participle_is_found(String name) {
        assertThat(NamingRules.check(List.of(ParsedSource.parse(FILE, "class " + name + " {}"))))
                .isNotEmpty();
    }

    @Test
    void a_repeated_name_is_found() {
        var sample = ParsedSource.parse(FILE, "class Sample {}");
        assertThat(NamingRules.check(List.of(sample))).isEmpty();
        assertThat(NamingRules.check(List.of(sample, sample))).hasSize(1);
    }

    private static List<VisibleTexts.Text> literals(String expression) {
        return VisibleTexts.ofSource(
                ParsedSource.parse(FILE, "class Sample { Object text = " + expression + "; }"));
    }

    private static List<RuleViolation> scriptWords(String script) {
        return WordRules.check(VisibleTexts.ofFile("page.js", script));
    }

    private static String row(String term, String others) {
        return "| " + term + " | its meaning | " + others + " | `Type` |\n";
    }

    private static List<RuleViolation> glossary(String rows, String readme) {
        return GlossaryRules.check(
                Stream.concat(
                                VisibleTexts.ofFile(GlossaryRules.PAGE, HEAD + rows).stream(),
                                VisibleTexts.ofFile("README.md", readme).stream())
                        .toList());
    }
}
