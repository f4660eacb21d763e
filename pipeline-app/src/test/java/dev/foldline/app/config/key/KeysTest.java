package dev.foldline.app.config.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Node.Kind;
import dev.foldline.app.config.source.Origin;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class KeysTest {
    @Test
    void every_key_is_in_the_table_once() {
        var constants =
                Stream.of(Keys.class, LimitKeys.class)
                        .flatMap(table -> Arrays.stream(table.getFields()))
                        .filter(
                                field ->
                                        Modifier.isStatic(field.getModifiers())
                                                && field.getType() == Key.class)
                        .count();
        assertThat(Keys.ALL).hasSize((int) constants);
        assertThat(Keys.ALL.stream().map(Key::dotted)).doesNotHaveDuplicates();
        assertThat(Keys.ALL.stream().map(Key::variable).flatMap(Optional::stream))
                .doesNotHaveDuplicates();
    }

    @Test
    void no_key_is_a_group_of_others() {
        assertThat(Keys.ALL)
                .allSatisfy(
                        key ->
                                assertThat(
                                                Keys.ALL.stream()
                                                        .filter(
                                                                other ->
                                                                        other.startsWith(
                                                                                key.path())))
                                        .hasSize(1));
    }

    @Test
    void every_key_is_documented_by_a_sentence() {
        assertThat(Keys.ALL)
                .allSatisfy(key -> assertThat(key.doc()).endsWith(".").doesNotContain("|"));
    }

    @Test
    void a_default_is_a_value_its_own_type_admits() {
        assertThat(Keys.ALL)
                .allSatisfy(
                        key ->
                                key.defaultValue()
                                        .ifPresent(
                                                value ->
                                                        assertThat(
                                                                        key.type()
                                                                                .read(
                                                                                        key
                                                                                                .dotted(),
                                                                                        written(
                                                                                                KeyType
                                                                                                        .plain(
                                                                                                                value))))
                                                                .isEqualTo(
                                                                        new ParsedValue.Good<>(
                                                                                value))));
    }

    @Test
    void the_variable_of_a_key_is_its_path_in_capitals() {
        assertThat(LimitKeys.BUDGET_AGENT_CALLS.variable()).contains("FOLDLINE_BUDGET_AGENT_CALLS");
        assertThat(Keys.AGENT_RUN.variable()).isEmpty();
    }

    private static Node written(Object plain) {
        var origin = new Origin.Default();
        return plain instanceof List<?> list
                ? new Node.Items(list.stream().map(item -> written(item)).toList(), origin)
                : new Node.Text(plain.toString(), Kind.UNTYPED, origin);
    }
}
