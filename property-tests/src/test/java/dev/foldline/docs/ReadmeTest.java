package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The README keeps its promises: short, and its code is code that our build runs. */
class ReadmeTest {
    private static final int LINES_MAX = 180;
    private static final int EXAMPLE_LINES_MAX = 20;
    private static final Path EXAMPLE = Repository.TOP.resolve("property-tests/src/test/java/dev/foldline/example/MyPipelineTest.java");

    private final Page readme = Page.read(Repository.TOP.resolve("README.md"));

    @Test
    void it_is_short() { assertThat(readme.text().lines().count()).isLessThanOrEqualTo(LINES_MAX); }

    @Test
    void its_example_is_the_test_that_our_build_runs() {
        var blocks = readme.blocks("java");
        assertThat(blocks).hasSize(1);
        assertThat(blocks.getFirst().strip()).isEqualTo(example());
        assertThat(example().lines().count()).isLessThanOrEqualTo(EXAMPLE_LINES_MAX);
    }

    /** The lines between the marks, or all behind the imports, indented as little as can be. */
    private static String example() {
        List<String> lines = Repository.read(EXAMPLE).lines().toList();
        int from = indexOf(lines, "// README: begin");
        int to = indexOf(lines, "// README: end");
        return from < 0 || to < 0 ? String.join("\n", lines).strip()
                : lines.subList(from + 1, to).stream().collect(Collectors.joining("\n")).stripIndent().strip();
    }

    private static int indexOf(List<String> lines, String mark) {
        for (int i = 0; i < lines.size(); i++) if (lines.get(i).contains(mark)) return i;
        return -1;
    }
}
