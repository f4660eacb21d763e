package dev.foldline.app.frozen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.ManualPages;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.TestServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What users and programs rely on is as it was recorded: help, OpenAPI, the tools of MCP, and the
 * documents of recorded runs. {@code -Dfoldline.regenerate=true} records it again; a change since
 * the freeze needs a line with its reason in {@code frozen/changes.tsv}.
 */
class FrozenOutputsTest {
    private static final Path PROJECT = Path.of("..");
    private static final Path HASHES = FrozenOutput.FOLDER.resolve("recorded.tsv");
    private static final Path CHANGES = FrozenOutput.FOLDER.resolve("changes.tsv");

    private static final List<String> QUERIES =
            List.of(
                    "status",
                    "show",
                    "explain",
                    "log",
                    "calls",
                    "commits",
                    "cost",
                    "costs",
                    "report",
                    "runs",
                    "gates",
                    "forks",
                    "blame @ lifecycle",
                    "diff @:1",
                    "provenance HEAD",
                    "workflow list",
                    "workflow status",
                    "workflow memo");

    @TempDir Path folder;

    @Test
    void the_help_of_each_command_is_as_recorded() throws IOException {
        ManualPages.main(new String[] {folder.toString(), "2026-11-01"});
        try (Stream<Path> pages = Files.list(folder)) {
            for (var page : pages.sorted().toList())
                compared(
                        "help/" + page.getFileName(),
                        FrozenOutput.neutral(Files.readString(page), folder, "FOLDER"));
        }
    }

    @Test
    void the_OpenAPI_document_and_the_tools_of_MCP_are_as_recorded() throws Exception {
        var place = CliFixture.ready(folder);
        try (var served = TestServer.at(place)) {
            var document = served.text("/openapi.json").replaceAll("127\\.0\\.0\\.1:\\d+", "HOST");
            compared("openapi.json", FrozenOutput.neutral(pretty(document), folder, "FOLDER"));
        }
        var answers =
                place.piping(
                        """
                        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
                        {"jsonrpc":"2.0","method":"notifications/initialized"}
                        {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}
                        """,
                        "mcp");
        var tools = answers.out().lines().filter(line -> line.contains("\"id\":1")).findFirst();
        assertThat(tools).as(answers.all()).isPresent();
        compared("mcp-tools.json", pretty(tools.get()));
    }

    @ParameterizedTest
    @EnumSource
    void the_documents_of_a_recorded_run_are_as_recorded(RecordedRepository recorded)
            throws Exception {
        var place = recorded.unpacked(folder);
        var text = new StringBuilder();
        for (var query : QUERIES) {
            var words = Stream.of(query.split(" ")).toList();
            var reported =
                    place.foldline(
                            Stream.concat(words.stream(), Stream.of("--json"))
                                    .toArray(String[]::new));
            text.append("$ foldline ").append(query).append(" --json\n");
            text.append(reported.all()).append("exit ").append(reported.exit()).append("\n\n");
        }
        compared(
                "runs/" + recorded.text() + ".txt",
                FrozenOutput.neutral(text.toString(), folder.toRealPath(), "FOLDER"));
    }

    @Test
    void each_change_since_the_freeze_has_a_reason() throws IOException {
        var now = hashes();
        if (Boolean.getBoolean("foldline.freeze")) {
            var lines = new ArrayList<String>();
            now.forEach((name, hash) -> lines.add(name + "\t" + hash));
            Files.write(HASHES, lines);
        }
        var recorded = pairs(HASHES);
        var changes = pairs(CHANGES);
        var changed =
                Stream.concat(now.keySet().stream(), recorded.keySet().stream())
                        .distinct()
                        .filter(name -> !String.valueOf(now.get(name)).equals(recorded.get(name)))
                        .toList();
        assertThat(changed).as("recorded logs never change").noneMatch(FrozenOutputsTest::isLog);
        assertThat(changed)
                .as("changed outputs without a line in " + CHANGES)
                .allMatch(name -> changes.keySet().stream().anyMatch(glob -> matches(glob, name)));
        assertThat(changes.keySet())
                .as("lines of " + CHANGES + " for outputs that have not changed")
                .allMatch(glob -> changed.stream().anyMatch(name -> matches(glob, name)));
        assertThat(changes.values()).noneMatch(String::isBlank);
    }

    private static void compared(String name, String text) throws IOException {
        assertThat(text).as(name).isEqualTo(new FrozenOutput(name).recorded(text));
    }

    private static String pretty(String json) {
        var mapper = JsonMapper.shared();
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(json))
                + "\n";
    }

    private static boolean isLog(String name) {
        return name.startsWith("golden/") || name.startsWith("repositories/");
    }

    private static boolean matches(String glob, String name) {
        return Pattern.matches(glob.replace(".", "\\.").replace("*", ".*"), name);
    }

    /**
     * Of all that is frozen: the outputs, the pages that are generated, and the logs. Two pages
     * list tests, which come and go.
     */
    private static Map<String, String> hashes() throws IOException {
        var hashes = new TreeMap<String, String>();
        collect(hashes, "", FrozenOutput.OUTPUTS, "");
        collect(hashes, "repositories/", FrozenOutput.FOLDER.resolve("repositories"), ".gz");
        collect(hashes, "generated/", PROJECT.resolve("docs/generated"), ".md");
        collect(
                hashes,
                "golden/",
                PROJECT.resolve("property-tests/src/test/resources/golden/logs"),
                "events.jsonl");
        hashes.remove("generated/acceptance.md");
        hashes.remove("generated/mutants.md");
        return hashes;
    }

    private static void collect(
            Map<String, String> hashes, String prefix, Path folder, String ending)
            throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (var file :
                    files.filter(Files::isRegularFile)
                            .filter(each -> each.toString().endsWith(ending))
                            .toList())
                hashes.put(
                        prefix + folder.relativize(file),
                        FrozenOutput.hash(Files.readAllBytes(file)));
        }
    }

    /** The lines of a table of two columns, without comments. */
    private static Map<String, String> pairs(Path table) throws IOException {
        var pairs = new LinkedHashMap<String, String>();
        for (var line : Files.readAllLines(table)) {
            if (line.isBlank() || line.startsWith("#")) continue;
            var columns = line.split("\t", 2);
            pairs.put(columns[0], columns.length > 1 ? columns[1] : "");
        }
        return pairs;
    }
}
