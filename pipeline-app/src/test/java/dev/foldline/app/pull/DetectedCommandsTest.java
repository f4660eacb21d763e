package dev.foldline.app.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.run.RunLauncher;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.machine.MachineRequirement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;

/** Which preflight and which review a project offers, where nothing is configured. */
class DetectedCommandsTest {
    @TempDir Path root;

    private void has(String file, String text) throws IOException {
        Files.writeString(root.resolve(file), text);
    }

    private void hasProgram(String file) throws IOException {
        has(file, "#!/bin/sh\n");
        Files.setPosixFilePermissions(
                root.resolve(file), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String offered(String check) throws IOException {
        var settings = RunLauncher.configuration(root, Map.of("HOME", root.toString())).settings();
        return DetectedCommands.checks(settings, root)
                .get(check)
                .get()
                .map(line -> line instanceof CommandLine.Shell(var text) ? text : line.toString())
                .mkString("; ");
    }

    @Test
    void a_folder_without_a_build_uses_npm() throws Exception {
        assertThat(offered(Tdd.PREFLIGHT)).isEqualTo("npm run preflight");
        assertThat(offered(Tdd.FINDINGS)).contains("npm run --silent review");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    package.json     | {"scripts": {"preflight": "x", "test": "y"}} | npm run preflight
                    package.json     | {"scripts": {"test": "y"}}                   | npm test
                    pom.xml          | <project/>                                   | mvn -q verify
                    build.gradle     | plugins {}                                   | gradle check
                    build.gradle.kts | plugins {}                                   | gradle check
                    Makefile         | check: all                                   | make check
                    Makefile         | test:                                        | make test
                    Makefile         | check := 1                                   | npm run preflight
                    package.json     | {"scripts": 3}                               | npm run preflight
                    package.json     | not json at all                              | npm run preflight
                    """)
    void the_preflight_is_what_the_build_calls_its_check(String file, String text, String command)
            throws Exception {
        has(file, text + "\n");
        assertThat(offered(Tdd.PREFLIGHT)).isEqualTo(command);
    }

    @Test
    void a_wrapper_takes_precedence_over_an_installed_program() throws Exception {
        has("pom.xml", "<project/>");
        hasProgram("mvnw");
        assertThat(offered(Tdd.PREFLIGHT)).isEqualTo("./mvnw -q verify");
        Files.delete(root.resolve("pom.xml"));
        has("build.gradle", "");
        hasProgram("gradlew");
        assertThat(offered(Tdd.PREFLIGHT)).isEqualTo("./gradlew check");
    }

    @Test
    void a_preflight_target_takes_precedence_over_check_and_test() throws Exception {
        has("Makefile", "test:\n\ttrue\ncheck:\n\ttrue\npreflight: check\n\ttrue\n");
        assertThat(offered(Tdd.PREFLIGHT)).isEqualTo("make preflight");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    package.json | {"scripts": {"review": "x"}} | npm run --silent review
                    Makefile     | review:                      | make -s review
                    pom.xml      | <project/>                   | No review command is configured
                    """)
    void the_review_is_the_project_s_own_or_has_to_be_configured(
            String file, String text, String command) throws Exception {
        has(file, text + "\n");
        assertThat(offered(Tdd.FINDINGS)).contains(command);
    }

    @Test
    void a_configured_command_takes_precedence_over_a_detected_one() throws Exception {
        has("pom.xml", "<project/>");
        has("foldline.yaml", "tdd: { preflight: [make quick], review: [./review.sh] }\n");
        assertThat(offered(Tdd.PREFLIGHT)).isEqualTo("make quick");
        assertThat(offered(Tdd.FINDINGS))
                .contains("./review.sh")
                .doesNotContain("No review command");
    }

    /** Seen from outside: what the project offers is what is run. */
    @Test
    void a_detected_command_runs_in_a_shell() throws Exception {
        MachineRequirement.demand(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "make"))),
                "make on the PATH");
        has("Makefile", "preflight:\n\t@echo made > made.txt\n");
        var process =
                new ProcessBuilder("sh", "-c", offered(Tdd.PREFLIGHT))
                        .directory(root.toFile())
                        .redirectErrorStream(true)
                        .start();
        assertThat(process.waitFor())
                .as(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isZero();
        assertThat(root.resolve("made.txt")).hasContent("made");
    }
}
