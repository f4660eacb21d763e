package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The page of laws numbers them all, and says why of each. */
class LawsPageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\|.*\\|$");
    private static final Pattern REASON = Pattern.compile("(?m)^(\\d+)\\. ");
    private static final List<String> NUMBERS =
            Stream.iterate(1, n -> n + 1).limit(25).map(String::valueOf).toList();

    private final String text = ProjectFiles.read(ProjectFiles.DOCS.resolve("laws.md"));

    @Test
    void every_law_has_a_row_and_a_reason() {
        assertThat(numbers(ROW)).isEqualTo(NUMBERS);
        assertThat(numbers(REASON)).isEqualTo(NUMBERS);
    }

    @Test
    void every_class_of_properties_is_named() {
        var properties =
                ProjectFiles.sources().stream()
                        .filter(source -> ProjectFiles.relative(source).contains("/law/"))
                        .map(source -> String.valueOf(source.getFileName()).replace(".java", ""))
                        .filter(name -> name.endsWith("Properties"))
                        .toList();
        assertThat(properties)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(text).contains('`' + name + '`'));
    }

    private List<String> numbers(Pattern pattern) {
        return pattern.matcher(text).results().map((MatchResult found) -> found.group(1)).toList();
    }
}
