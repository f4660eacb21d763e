package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.testkit.crash.Promise;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.stream.Collectors;

/** The code of the how-tos is code that our build runs. */
class HowToTest {
    private final MarkdownPage page =
            MarkdownPage.read(ProjectFiles.DOCS.resolve("how-to/try-every-crash.md"));

    @Test
    void the_example_of_crash_points_is_the_test_that_our_build_runs() {
        var source =
                ProjectFiles.TOP.resolve(
                        "property-tests/src/test/java/dev/foldline/example/MyCrashPointsTest.java");
        assertThat(page.blocks("java")).map(String::strip).containsExactly(type(source));
    }

    @Test
    void the_workflow_in_java_is_the_test_that_our_build_runs() {
        var source =
                ProjectFiles.TOP.resolve(
                        "property-tests/src/test/java/dev/foldline/example/MyWorkflowTest.java");
        var own = MarkdownPage.read(ProjectFiles.DOCS.resolve("how-to/your-own-workflow.md"));
        assertThat(own.blocks("java")).map(String::strip).containsExactly(type(source));
    }

    @Test
    void the_page_on_embedding_shows_the_project_that_our_build_runs() {
        var embedding = MarkdownPage.read(ProjectFiles.DOCS.resolve("how-to/embed-foldline.md"));
        var project = ProjectFiles.DOCS.resolve("embedding/src");
        assertThat(embedding.blocks("java"))
                .map(String::strip)
                .startsWith(
                        type(project.resolve("main/java/example/Guide.java")),
                        type(project.resolve("test/java/example/GuideTest.java")))
                .contains(
                        type(project.resolve("main/java/example/Pages.java")),
                        type(project.resolve("test/java/example/PagesTest.java")));
        assertThat(embedding.blocks("yaml"))
                .map(String::strip)
                .containsExactly(
                        ProjectFiles.read(project.resolve("main/resources/example/pages.yaml"))
                                .strip());
    }

    /** Returns a source without its imports and the documentation of its type. */
    private static String type(Path source) {
        return ProjectFiles.read(source)
                .lines()
                .dropWhile(line -> !line.matches("(public final )?class .*"))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    @Test
    void every_promise_about_a_crash_is_documented() {
        for (var promise : Promise.values()) assertThat(page.text()).contains("`" + promise + "`");
    }
}
