package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The page on incidents: a real run of a workflow with a defect, and the test that is exported from
 * it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IncidentPageTest {
    private static final String RIGHT = ".route(\"weak\", MORE)";
    private static final String DEFECT = ".route(\"weak\", NEXT_PHASE)";
    private static final MarkdownPage PAGE =
            MarkdownPage.read(ProjectFiles.DOCS.resolve("how-to/incident-to-test.md"));

    private ExampleProject project;
    private Path sources;
    private String run;
    private String test;
    private int seq;

    @BeforeAll
    void an_exported_incident(@TempDir Path folder) throws Exception {
        project = ExampleProject.in(folder);
        sources = folder.resolve("project");
        ExampleProject.copy(ExampleProject.SOURCES, sources);
        edit(RIGHT, DEFECT);
        project.run(project.compiled(sources), "example.Guide");
        assertThat(project.git("show", "HEAD:GUIDE.md"))
                .as("the first draft is committed, though the critic calls it weak")
                .isEqualTo("# Greeting\n\nSay hello.\n");
        var log = log();
        run = log.getParent().getFileName().toString();
        seq = line(log, "\"type\":\"commit_work\"");
        test = "IncidentR" + run.substring(1) + "Event" + seq + "Test";
        var printed =
                project.foldline(
                        "export",
                        "@:" + seq,
                        "--junit",
                        sources.toString(),
                        "--workflow",
                        "example.Guide.WORKFLOW.workflow()");
        assertThat(printed).contains("as long as the workflow decides: CommitWork", test);
    }

    private Path log() throws IOException {
        try (var files = Files.walk(project.repository().resolve(".git/foldline/runs"))) {
            return files.filter(file -> file.endsWith("events.jsonl")).findFirst().orElseThrow();
        }
    }

    private static int line(Path log, String text) throws IOException {
        var lines = Files.readAllLines(log);
        for (int at = 0; at < lines.size(); at++)
            if (lines.get(at).contains(text) && lines.get(at).contains("effect_started"))
                return at + 1;
        throw new AssertionError(text);
    }

    private void edit(String from, String to) throws IOException {
        var file = sources.resolve("src/main/java/example/Guide.java");
        var text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }

    /** Returns what the test says is wrong. */
    private static String message(Throwable failed) {
        return String.valueOf(failed.getMessage()).replaceAll("(?s).*Optional\\[(.*)]>.*", "$1");
    }

    private void test() throws Exception {
        project.test(project.compiled(sources), "example." + test);
    }

    @Test
    void the_exported_test_fails_on_the_defect_and_passes_after_the_fix() throws Exception {
        assertThatThrownBy(this::test)
                .satisfies(failed -> assertThat(PAGE.text()).contains(message(failed)));
        edit("check(\"guide\"),", "check(\"guide\"),\n check(\"guide\"),");
        assertThatThrownBy(this::test)
                .as("another step does not hide the defect")
                .hasMessageContaining("the workflow decides again: CommitWork");
        edit("check(\"guide\"),\n check(\"guide\"),", "check(\"guide\"),");
        edit(DEFECT, RIGHT);
        test();
        edit("phase(\"outline\"", "phase(\"plan\"");
        assertThatThrownBy(this::test)
                .as("answers that are not used are no proof")
                .hasMessageContaining("the recording does not fit this workflow");
        edit("phase(\"plan\"", "phase(\"outline\"");
        edit(RIGHT, DEFECT);
    }

    @Test
    void the_exported_test_is_the_one_on_the_page() throws IOException {
        var source =
                Files.readString(sources.resolve("src/test/java/example/" + test + ".java"))
                        .replace(run, "r3fkq7mzd2xw5tahn")
                        .replace(run.substring(1), "3fkq7mzd2xw5tahn");
        assertThat(source).contains(PAGE.blocks("java").getFirst());
    }

    @Thorough
    @Test
    void what_cannot_be_exported_is_refused() throws Exception {
        for (var words :
                List.of(
                        List.of("@:" + seq, "Guide; System.exit(0)"),
                        List.of("@:1", "example.Guide.WORKFLOW.workflow()"),
                        List.of("@:" + seq, "example.Guide.WORKFLOW.workflow()")))
            assertThatThrownBy(
                            () ->
                                    project.foldline(
                                            "export",
                                            words.getFirst(),
                                            "--junit",
                                            sources.toString(),
                                            "--workflow",
                                            words.getLast()))
                    .hasMessageContaining("error: ");
    }
}
