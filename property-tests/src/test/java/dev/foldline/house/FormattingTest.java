package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sources have the layout of google-java-format. {@code .ci/format} applies it. By default the test
 * reads those that the last commits have changed, and those that are not committed; with {@code
 * -Dfoldline.faults=all}, or without git's history, it reads all.
 */
class FormattingTest {
    private static final boolean ALL = Thorough.ALL || Boolean.getBoolean("foldline.format");

    /** More than one push ever has. */
    private static final int COMMITS = 30;

    private static final Path TOP = Path.of("..").toAbsolutePath().normalize();

    /** From a source that is not formatted to the reason. */
    private static final Map<String, String> EXEMPT =
            Map.of(
                    "pipeline-core/src/main/java/dev/foldline/core/decide/Rules.java",
                    "the rules are a table that is read by columns",
                    "property-tests/src/test/java/dev/foldline/scenario/feature/GateTableTest.java",
                    "the expectations are a table that is read by columns");

    @Test
    void sources_are_formatted() throws Exception {
        var texts = ParsedSource.textsOfRepository(TOP);
        assertThat(texts.keySet()).containsAll(EXEMPT.keySet());
        var changed = ALL ? Optional.<Set<String>>empty() : changed();
        changed.ifPresent(texts.keySet()::retainAll);
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

    /** Returns the sources that were changed lately, or nothing if git does not know. */
    private static Optional<Set<String>> changed() throws IOException, InterruptedException {
        var committed = git("log", "-" + COMMITS, "--name-only", "--format=");
        var uncommitted = git("status", "--porcelain", "--untracked-files=all", "--no-renames");
        var count = git("rev-list", "--count", "--max-count=" + COMMITS, "HEAD");
        if (committed.isEmpty() || uncommitted.isEmpty() || count.isEmpty())
            return Optional.empty();
        if (Integer.parseInt(count.get().strip()) < COMMITS) return Optional.empty();
        return Optional.of(
                Stream.concat(
                                committed.get().lines(),
                                uncommitted.get().lines().map(line -> line.substring(3)))
                        .collect(Collectors.toSet()));
    }

    private static Optional<String> git(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        try {
            var process =
                    new ProcessBuilder(command)
                            .directory(TOP.toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            var output = new String(process.getInputStream().readAllBytes(), UTF_8);
            return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
        } catch (IOException missing) {
            return Optional.empty();
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
