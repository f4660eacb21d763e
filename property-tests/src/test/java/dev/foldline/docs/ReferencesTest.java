package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.Operations;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Whatever the pages name is there: files, headings, types, members, tests, commands. */
class ReferencesTest {
    private static final Path COMMANDS =
            ProjectFiles.TOP.resolve("pipeline-app/src/main/java/dev/foldline/app/Commands.java");
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern COMMAND_NAME =
            Pattern.compile("Command\\(\\s*name = \"([a-z]+)\"");

    @Test
    void every_link_leads_somewhere() {
        var broken = new ArrayList<String>();
        MarkdownPage.all()
                .forEach(
                        page ->
                                page.links().stream()
                                        .filter(link -> !leads(page, link))
                                        .forEach(link -> broken.add(page.name() + ": " + link)));
        assertThat(broken).isEmpty();
    }

    @Test
    void every_file_type_and_member_in_backticks_exists() {
        var names = ProjectNames.ofSources();
        var wrong = new ArrayList<String>();
        MarkdownPage.all()
                .forEach(
                        page ->
                                page.spans()
                                        .forEach(
                                                span ->
                                                        names.wrong(span)
                                                                .ifPresent(
                                                                        why ->
                                                                                wrong.add(
                                                                                        page.name()
                                                                                                + ": "
                                                                                                + why))));
        assertThat(wrong).isEmpty();
    }

    @Test
    void every_guarantee_names_a_test_that_every_build_runs() {
        var names = ProjectNames.ofSources();
        var rows =
                ProjectFiles.read(ProjectFiles.TOP.resolve("docs/guarantees.md"))
                        .lines()
                        .filter(line -> line.startsWith("| ") && !line.startsWith("| promise"))
                        .toList();
        assertThat(rows).isNotEmpty();
        assertThat(rows)
                .filteredOn(
                        row ->
                                SPAN.matcher(row)
                                        .results()
                                        .noneMatch(span -> names.isEveryBuilds(span.group(1))))
                .isEmpty();
    }

    @Test
    void every_documented_command_exists() {
        var known = registered();
        var unknown = new TreeSet<String>();
        MarkdownPage.all()
                .forEach(
                        page ->
                                page.commands().stream()
                                        .filter(command -> !known.contains(command))
                                        .forEach(
                                                command ->
                                                        unknown.add(
                                                                page.name()
                                                                        + ": foldline "
                                                                        + command)));
        assertThat(unknown).isEmpty();
    }

    @Test
    void every_page_can_be_reached_from_the_readme() {
        var reached = new TreeSet<Path>();
        var open = new ArrayList<>(List.of(ProjectFiles.TOP.resolve("README.md")));
        while (!open.isEmpty()) {
            var file = open.removeLast();
            if (!reached.add(file) || !file.toString().endsWith(".md")) continue;
            var page = MarkdownPage.read(file);
            page.links().stream()
                    .map(link -> target(page, link))
                    .filter(Files::isRegularFile)
                    .forEach(open::add);
        }
        assertThat(ProjectFiles.pages()).isSubsetOf(reached);
    }

    private static boolean leads(MarkdownPage page, String link) {
        var target = target(page, link);
        if (!Files.exists(target)) return false;
        int hash = link.indexOf('#');
        return hash < 0 || MarkdownPage.read(target).anchors().contains(link.substring(hash + 1));
    }

    private static Path target(MarkdownPage page, String link) {
        var path = link.replaceFirst("#.*", "");
        return path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
    }

    /** The names of the commands whose classes the list of commands makes. */
    private static Set<String> registered() {
        var list = ProjectFiles.read(COMMANDS);
        var names = new TreeSet<>(Operations.ALL.map(Operation::name).asJava());
        for (Path source : ProjectFiles.sources()) {
            var type = String.valueOf(source.getFileName()).replace(".java", "");
            if (list.contains("new " + type + "("))
                COMMAND_NAME
                        .matcher(ProjectFiles.read(source))
                        .results()
                        .map(found -> found.group(1))
                        .limit(1)
                        .forEach(names::add);
        }
        return names;
    }
}
