package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.stream.Collectors;

/** The README keeps its promises: short, and its code is code that our build runs. */
class ReadmeTest {
    private static final int LINES_MAX = 180;
    private static final int EXAMPLE_LINES_MAX = 20;
    private static final Path EXAMPLE =
            ProjectFiles.TOP.resolve(
                    "property-tests/src/test/java/dev/foldline/example/MyPipelineTest.java");

    private final MarkdownPage readme = MarkdownPage.read(ProjectFiles.TOP.resolve("README.md"));

    @Test
    void the_readme_is_short() {
        assertThat(readme.text().lines().count()).isLessThanOrEqualTo(LINES_MAX);
    }

    @Test
    void the_example_is_the_test_that_our_build_runs() {
        var blocks = readme.blocks("java");
        assertThat(blocks).hasSize(1);
        assertThat(blocks.getFirst().strip()).isEqualTo(example());
        assertThat(example().lines().count()).isLessThanOrEqualTo(EXAMPLE_LINES_MAX);
    }

    /** The class, without what stands before it. */
    private static String example() {
        return ProjectFiles.read(EXAMPLE)
                .lines()
                .dropWhile(line -> !line.startsWith("class "))
                .collect(Collectors.joining("\n"))
                .strip();
    }
}
