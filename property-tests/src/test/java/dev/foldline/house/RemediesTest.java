package dev.foldline.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;

import dev.foldline.docs.DefaultBuild;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every command that a text of ours tells a person to run stands in {@code remedies.txt}, with the
 * test that runs it as it is printed: {@code Type: command = Class#method}, or {@code exempt: why},
 * or {@code untested}.
 */
class RemediesTest {
    private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
    private static final List<ParsedSource> SOURCES = ParsedSource.ofRepository(TOP);

    private static final Path PAGES =
            TOP.resolve("pipeline-app/src/main/resources/dev/foldline/app/server");

    /** It may only fall. */
    private static final int UNTESTED = 1;

    @Test
    void each_printed_command_is_in_the_table() throws IOException {
        var table = table();
        var unlisted = printed();
        unlisted.removeAll(table.keySet());
        assertThat(unlisted)
                .as(
                        "write a test that runs these as they are printed and demands progress, and"
                                + " name it in remedies.txt")
                .isEmpty();
        var gone = new TreeSet<>(table.keySet());
        gone.removeAll(printed());
        assertThat(gone)
                .as("nothing prints these any more: take them out of remedies.txt")
                .isEmpty();
    }

    @Test
    void each_test_in_the_table_exists_and_runs_by_default() throws IOException {
        var tests = tests();
        var followed = table();
        followed.values().removeIf(test -> test.equals("untested") || test.matches("exempt: .+"));
        followed.values().removeIf(tests::contains);
        assertThat(followed)
                .as("these tests are gone, or the default build leaves them out")
                .isEmpty();
    }

    @Test
    void no_more_are_untested_than_before() throws IOException {
        assertThat(table().values().stream().filter("untested"::equals))
                .as("write the test, or lower the number")
                .hasSize(UNTESTED);
    }

    @Test
    void commands_are_found_in_literals_sums_and_blocks_of_text() {
        var source =
                ParsedSource.parse(
                        "m/src/main/java/Said.java",
                        """
                        class Said {
                            String a(String run) { return "x; to go on: foldline retry " + run + (run + " --yes") + ", then rest"; }
                            String b(boolean is) { return "y" + (is ? "then git " + run + " --abort or rm '" + run + "'" : "mv " + run + " old") + (is ? "foldline doctor" : "put it aside with 'git stash -u', then go on"); }
                            String c = \"""
                                Say foldline status and look.
                                \""";
                            @Deprecated(since = "foldline run") String d = "our foldline works";
                        }
                        """);
        assertThat(PrintedCommands.of(List.of(source)))
                .containsExactly(
                        "Said: foldline doctor",
                        "Said: foldline retry ** --yes",
                        "Said: foldline status",
                        "Said: git * --abort",
                        "Said: git stash -u",
                        "Said: mv * old",
                        "Said: rm '*");
    }

    @Test
    void commands_are_found_in_scripts_and_markup() {
        assertThat(
                        PrintedCommands.ofPages(
                                Map.of(
                                        "a.js",
                                        "command('foldline explain ' + run + ':' + it.seq),\n"
                                                + "say('foldline serve', 'our foldline works')",
                                        "b.html",
                                        "<p>See <code>foldline status</code>, or wait.</p>")))
                .containsExactly(
                        "a.js: foldline explain *:*",
                        "a.js: foldline serve",
                        "b.html: foldline status");
    }

    private static Set<String> printed() throws IOException {
        var printed = new TreeSet<>(PrintedCommands.of(SOURCES));
        try (var files = Files.walk(PAGES)) {
            var texts = new TreeMap<String, String>();
            for (var file :
                    files.filter(each -> each.toString().matches(".*\\.(js|html)")).toList())
                texts.put(String.valueOf(file.getFileName()), Files.readString(file));
            printed.addAll(PrintedCommands.ofPages(texts));
        }
        return printed;
    }

    private static Map<String, String> table() throws IOException {
        var table = new TreeMap<String, String>();
        for (var line :
                Files.readAllLines(TOP.resolve("property-tests/src/test/resources/remedies.txt"))) {
            if (line.isBlank() || line.startsWith("#")) continue;
            int at = line.lastIndexOf(" = ");
            assertThat(table.put(line.substring(0, at), line.substring(at + 3)))
                    .as("twice: " + line)
                    .isNull();
        }
        return table;
    }

    /** The tests that the default build runs. */
    private static Set<String> tests() {
        return SOURCES.stream()
                .filter(source -> source.path().contains("/src/test/"))
                .flatMap(RemediesTest::testsOf)
                .collect(Collectors.toSet());
    }

    private static Stream<String> testsOf(ParsedSource source) {
        return source.unit().getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .flatMap(
                        type ->
                                methodsOf(type)
                                        .filter(
                                                method ->
                                                        DefaultBuild.runs(
                                                                type.getSimpleName().toString(),
                                                                source.text(),
                                                                method))
                                        .map(method -> type.getSimpleName() + "#" + method));
    }

    private static Stream<String> methodsOf(ClassTree type) {
        return type.getMembers().stream()
                .filter(MethodTree.class::isInstance)
                .map(member -> ((MethodTree) member).getName().toString());
    }
}
