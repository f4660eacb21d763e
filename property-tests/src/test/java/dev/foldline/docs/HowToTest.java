package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.testkit.crash.Promise;

import org.junit.jupiter.api.Test;

import java.util.stream.Collectors;

/** The code of the how-tos is code that our build runs. */
class HowToTest {
    private final Page page = Page.read(Repository.DOCS.resolve("how-to/try-every-crash.md"));

    @Test
    void the_example_of_crash_points_is_the_test_that_our_build_runs() {
        var source =
                Repository.TOP.resolve(
                        "property-tests/src/test/java/dev/foldline/example/MyCrashPointsTest.java");
        var example =
                Repository.read(source)
                        .lines()
                        .dropWhile(line -> !line.startsWith("class "))
                        .collect(Collectors.joining("\n"))
                        .strip();
        assertThat(page.blocks("java")).hasSize(1);
        assertThat(page.blocks("java").getFirst().strip()).isEqualTo(example);
    }

    @Test
    void every_promise_about_a_crash_is_documented() {
        for (var promise : Promise.values()) assertThat(page.text()).contains("`" + promise + "`");
    }
}
