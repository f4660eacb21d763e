package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The project of the page on embedding builds, passes its tests and runs on a real repository. */
class EmbeddingTest {
    private static final long LINES_MAX = 60;

    @TempDir private Path folder;

    /** For what is too large for memory. */
    @TempDir(factory = TempDirFactory.Standard.class)
    private Path disk;

    private ExampleProject project;

    @BeforeEach
    void create() throws IOException, InterruptedException {
        project = ExampleProject.in(folder);
    }

    @Test
    void each_example_fits_on_a_page() throws IOException {
        for (var example : List.of("Guide", "Pages")) {
            long lines = 0;
            for (Path source : ExampleProject.sources(ExampleProject.SOURCES))
                if (source.getFileName().toString().startsWith(example))
                    lines +=
                            Files.readAllLines(source).stream()
                                    .filter(each -> !each.isBlank())
                                    .count();
            assertThat(lines).as(example).isBetween(1L, LINES_MAX);
        }
    }

    @Test
    void the_workflow_is_tested_crashed_and_run_for_real() throws Exception {
        var classes = project.compiled(ExampleProject.SOURCES);
        project.test(classes, "example.GuideTest");
        project.run(classes, "example.Guide");
        assertWritten();
    }

    @Test
    @Thorough
    void the_workflow_file_is_tested_crashed_and_run_for_real() throws Exception {
        var classes = project.compiled(ExampleProject.SOURCES);
        project.test(classes, "example.PagesTest");
        project.run(classes, "example.Pages");
        assertThat(project.git("log", "--format=%s", "-1")).isEqualTo("Add a guide\n");
        assertThat(project.git("show", "HEAD:guide/Greeting.md")).isEqualTo("# Greeting\n");
        assertThat(project.git("status", "--porcelain")).isEmpty();
    }

    /** Installs Foldline from a clone into an empty local repository. Takes minutes. */
    @Test
    @Thorough
    void the_project_builds_with_installed_artifacts() throws IOException, InterruptedException {
        var clone = disk.resolve("clone");
        ExampleProject.run(
                disk, "git", "clone", "-q", ProjectFiles.TOP.toString(), clone.toString());
        maven(clone, "-Dmaven.test.skip=true", "-pl", "!property-tests", "install");
        maven(
                clone.resolve("docs/embedding"),
                "test",
                "exec:java",
                "-Dexec.args=" + project.repository());
        assertWritten();
    }

    private void assertWritten() throws IOException, InterruptedException {
        assertThat(project.git("log", "--format=%s", "-1")).isEqualTo("Add a guide\n");
        assertThat(project.git("show", "HEAD:GUIDE.md"))
                .isEqualTo("# Greeting\n\nSay hello.\n".repeat(2));
        assertThat(project.git("status", "--porcelain")).isEmpty();
        assertThat(project.git("branch", "--show-current")).startsWith("foldline/");
    }

    /** Runs Maven on this JDK, with the user's local repository as its only remote one. */
    private void maven(Path where, String... arguments) throws IOException, InterruptedException {
        var settings = disk.resolve("settings.xml");
        var known = Path.of(System.getProperty("user.home"), ".m2", "repository");
        Files.writeString(
                settings,
                """
                <settings><mirrors><mirror><id>known</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors></settings>
                """
                        .formatted(known.toUri()));
        var command =
                new ArrayList<>(
                        List.of(
                                "mvn",
                                "-q",
                                "-B",
                                "-s",
                                settings.toString(),
                                "-Dmaven.repo.local=" + disk.resolve("repository")));
        command.addAll(List.of(arguments));
        ExampleProject.run(where, command.toArray(String[]::new));
    }
}
