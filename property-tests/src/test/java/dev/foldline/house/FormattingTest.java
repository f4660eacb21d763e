package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sources have the layout of google-java-format. {@code .ci/format} applies it. */
class FormattingTest {
    private static final Path TOP = Path.of("..").toAbsolutePath().normalize();

    /** From a source that is not formatted to the reason. */
    private static final Map<String, String> EXEMPT =
            Map.of(
                    "pipeline-core/src/main/java/dev/foldline/core/decide/Rules.java",
                    "the rules are a table that is read by columns",
                    "property-tests/src/test/java/dev/foldline/scenario/feature/GateTableTest.java",
                    "the expectations are a table that is read by columns");

    @Test
    void sources_are_formatted() throws IOException {
        var texts = Source.textsOfRepository(TOP);
        assertThat(texts.keySet()).containsAll(EXEMPT.keySet());
        var differing = new TreeMap<String, String>();
        texts.entrySet().parallelStream()
                .filter(source -> !EXEMPT.containsKey(source.getKey()))
                .filter(source -> !Formatting.isFormatted(source.getValue()))
                .forEachOrdered(source -> differing.put(source.getKey(), source.getValue()));
        if (Boolean.getBoolean("foldline.format")) {
            for (var source : differing.entrySet()) {
                Files.writeString(
                        TOP.resolve(source.getKey()),
                        Formatting.formatted(source.getValue()),
                        UTF_8);
            }
        } else {
            assertThat(differing.keySet()).as("run .ci/format").isEmpty();
        }
    }

    @Test
    void a_source_of_another_layout_is_not_formatted() {
        assertThat(Formatting.isFormatted("class A {\n    int a = 1;\n}\n")).isTrue();
        for (String source :
                List.of(
                        "class A {\n  int a = 1;\n}\n",
                        "class A { int a = 1; }\n",
                        "class A {\n    int a = 1;\n}",
                        "class A {\n    String a = \"" + "long ".repeat(30) + "\";\n}\n")) {
            assertThat(Formatting.isFormatted(source)).as(source).isFalse();
            assertThat(Formatting.isFormatted(Formatting.formatted(source))).as(source).isTrue();
        }
    }
}
