package dev.foldline.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The launcher builds the app with {@code maven.test.skip}: then no module has a jar of tests, and
 * one that wants another's is not built.
 */
class BuildWithoutTestsTest {
    private static final Pattern PROFILE_OF_TESTS =
            Pattern.compile(
                    "<profile>(?:(?!</profile>).)*<name>!maven\\.test\\.skip</name>.*?</profile>",
                    Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pipeline-core",
                "pipeline-effects",
                "pipeline-effects/testkit",
                "pipeline-effects/temporal",
                "pipeline-app"
            })
    void no_module_of_the_app_needs_the_tests_of_another_then(String module) throws Exception {
        var pom = Files.readString(Path.of("..", module, "pom.xml"));
        assertThat(PROFILE_OF_TESTS.matcher(pom).replaceAll(""))
                .doesNotContain("<type>test-jar</type>");
    }

    @Test
    void the_launcher_builds_without_tests() throws Exception {
        assertThat(Files.readString(Path.of("..", "foldline"))).contains("-Dmaven.test.skip=true");
    }
}
