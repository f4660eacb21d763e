package dev.foldline.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A green build counts only with tests and properties behind it. */
@DisabledOnOs(OS.WINDOWS)
class ContinuousIntegrationTest {
    @TempDir
    Path folder;

    private ScriptWorld world;
    private Path ci;

    @BeforeEach
    void aCheckout() throws IOException {
        world = new ScriptWorld(folder);
        ci = world.copyScript(".ci/run");
        ScriptWorld.write(world.checkout.resolve("property-tests/pom.xml"), "<project/>");
        world.maven("exit 0");
    }

    @Test
    void tests_and_properties_are_counted() throws Exception {
        report("pipeline-app", "MainTest", 3, 0, 1);
        report("property-tests", "LadderProperties", 2, 0, 0);
        var ended = world.run(ci);
        assertThat(ended.exit()).isZero();
        assertThat(ended.output()).endsWith("4 passed, 0 failed\n");
    }

    @Test
    void a_build_without_tests_fails() throws Exception {
        var ended = world.run(ci);
        assertThat(ended.exit()).isNotZero();
        assertThat(ended.output()).contains("no test ran").endsWith("0 passed, 0 failed\n");
    }

    @Test
    void a_build_without_properties_fails() throws Exception {
        report("pipeline-app", "MainTest", 3, 0, 0);
        var ended = world.run(ci);
        assertThat(ended.exit()).isNotZero();
        assertThat(ended.output()).contains("no property ran").endsWith("3 passed, 0 failed\n");
    }

    @Test
    void skipped_properties_are_not_properties_that_ran() throws Exception {
        report("pipeline-app", "MainTest", 3, 0, 0);
        report("property-tests", "LadderProperties", 2, 0, 2);
        assertThat(world.run(ci).output()).contains("no property ran");
    }

    @Test
    void a_failure_is_counted_and_fails() throws Exception {
        report("property-tests", "LadderProperties", 5, 2, 0);
        world.maven("exit 1");
        var ended = world.run(ci);
        assertThat(ended.exit()).isNotZero();
        assertThat(ended.output()).contains("the build failed (mvn exit 1)").endsWith("3 passed, 2 failed\n");
    }

    private void report(String module, String type, int tests, int failures, int skipped) throws IOException {
        ScriptWorld.write(world.checkout.resolve(module + "/target/surefire-reports/TEST-p." + type + ".xml"),
                "<?xml version=\"1.0\"?>\n<testsuite xmlns:xsi=\"x\" name=\"p." + type + "\" time=\"0.1\" tests=\"" + tests
                        + "\" errors=\"0\" skipped=\"" + skipped + "\" failures=\"" + failures + "\">\n</testsuite>\n");
    }
}
