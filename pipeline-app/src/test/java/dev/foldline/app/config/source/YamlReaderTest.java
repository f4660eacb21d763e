package dev.foldline.app.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

class YamlReaderTest {
    @Test
    void keys_and_values_know_their_line_and_column() {
        var root = (Node.Fields) read("a: 1\nb:\n  - x\n  - \"y\"\n").root();
        assertThat(root.fields().get(0).name().origin().describe()).isEqualTo("f.yaml:1:1");
        assertThat(root.fields().get(0).value().origin().describe()).isEqualTo("f.yaml:1:4");
        var items = ((Node.Items) root.fields().get(1).value()).items();
        assertThat(items.get(1))
                .isEqualTo(new Node.Text("y", Node.Kind.TEXT, new Origin.InFile("f.yaml", 4, 5)));
    }

    @Test
    void a_column_counts_characters_not_bytes() {
        assertThat(read("{ä: 1, 😀: [}").problems().getFirst().origin())
                .isEqualTo(new Origin.InFile("f.yaml", 1, 12));
        assertThat(read("ä: 1\nö: 2\nö: 3\n").problems())
                .singleElement()
                .satisfies(
                        problem ->
                                assertThat(problem.describe())
                                        .startsWith(
                                                "f.yaml:3:1: the key 'ö' is here for the second"
                                                        + " time; keep one; the first is at"
                                                        + " f.yaml:2:1"));
    }

    @Test
    void unquoted_scalars_alone_are_numbers_booleans_or_null() {
        var root = (Node.Items) read("[5, '5', 1.5, true, 'true', ~, '~', x, !!str 5]").root();
        assertThat(root.items().stream().map(Node::phrase))
                .containsExactly(
                        "the number 5",
                        "the text \"5\"",
                        "the number 1.5",
                        "true",
                        "the text \"true\"",
                        "empty",
                        "the text \"~\"",
                        "the text \"x\"",
                        "the text \"5\"");
    }

    @Test
    void an_empty_file_or_one_of_comments_contains_nothing() {
        assertThat(read("").root()).isInstanceOf(Node.Nothing.class);
        assertThat(read("# only this\n").problems()).isEmpty();
        assertThat(read("\uFEFFa: 1\n").problems()).isEmpty();
    }

    @Test
    void content_before_a_syntax_error_is_kept() {
        var document = read("a: 1\nb: [x\nc: 2\n");
        assertThat(document.isWhole()).isFalse();
        assertThat(document.problems())
                .singleElement()
                .satisfies(
                        problem ->
                                assertThat(problem.describe())
                                        .startsWith("f.yaml:3:2: this is not YAML"));
        assertThat(((Node.Fields) document.root()).fields().getFirst().name().text())
                .isEqualTo("a");
    }

    @Test
    void every_tab_in_the_indentation_is_named() {
        var problems = read("a:\n\tb: 1\n\tc: 2\n").problems();
        assertThat(problems.stream().map(ConfigurationProblem::describe))
                .containsExactly(
                        "f.yaml:2:1: a tab in the indentation; indent with spaces",
                        "f.yaml:3:1: a tab in the indentation; indent with spaces");
    }

    @Test
    void bytes_that_are_not_utf8_are_named_with_their_place() {
        var bytes = "a: 1\nb: xy".getBytes(StandardCharsets.UTF_8);
        bytes[9] = (byte) 0xFF;
        assertThat(problems(bytes))
                .containsExactly("f.yaml:2:5: the byte 0xFF is not UTF-8; save the file as UTF-8");
        assertThat(problems("é".getBytes(StandardCharsets.UTF_16))).hasSize(1);
    }

    @Test
    void control_characters_are_refused_with_their_place() {
        assertThat(problems("a: 1\nb: x\u0007".getBytes(StandardCharsets.UTF_8)))
                .containsExactly(
                        "f.yaml:2:5: the control character U+0007 cannot stand in YAML; delete it");
    }

    @Test
    void a_file_that_is_too_large_is_refused_unread() {
        assertThat(problems(new byte[SourceText.BYTES_MAX + 1]))
                .singleElement()
                .asString()
                .contains("more than " + SourceText.BYTES_MAX);
    }

    @Test
    void a_second_document_a_tag_and_a_complex_key_are_refused() {
        assertThat(read("a: 1\n---\nb: 2\n").problems().getFirst().describe())
                .startsWith("f.yaml:2:1: a second document begins here");
        assertThat(read("a: !thing 1\n").problems().getFirst().what()).contains("!thing");
        assertThat(read("? [a, b]\n: 1\n").problems().getFirst().what())
                .isEqualTo("a key is a list");
    }

    @Test
    void an_alias_is_replaced_by_its_anchor() {
        var root = (Node.Fields) read("a: &x [1, 2]\nb: *x\n").root();
        assertThat(root.fields().get(1).value()).isEqualTo(root.fields().get(0).value());
        assertThat(read("a: *nowhere\n").problems().getFirst().what()).contains("*nowhere");
        assertThat(read("a: &x [*x]\n").problems().getFirst().what())
                .contains("no complete anchor");
    }

    @Test
    void a_few_lines_of_aliases_cannot_expand_to_millions() {
        var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            text.append(
                    "a%d: &a%d [%s]\n"
                            .formatted(
                                    i,
                                    i,
                                    String.join(", ", Collections.nCopies(10, "*a" + (i - 1)))));
        }
        assertThat(read(text.toString()).problems())
                .singleElement()
                .satisfies(
                        problem ->
                                assertThat(problem.what())
                                        .contains("counting what aliases repeat"));
    }

    @Test
    void deep_nesting_is_refused_without_a_deep_stack() {
        assertThat(read("[".repeat(100_000)).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains("nested deeper"));
        assertThat(read("- ".repeat(100_000)).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains("nested deeper"));
    }

    private static Document read(String text) {
        return YamlReader.read(text.getBytes(StandardCharsets.UTF_8), OriginLocator.file("f.yaml"));
    }

    private static List<String> problems(byte[] bytes) {
        return YamlReader.read(bytes, OriginLocator.file("f.yaml")).problems().stream()
                .map(ConfigurationProblem::describe)
                .toList();
    }
}
