package dev.foldline.effects.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.foldline.effects.report.ProposedForm.Source;

import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ProposedFormTest {
    private static final String SUREFIRE = "**/target/surefire-reports/TEST-*.xml";
    private static final String GRADLE = "**/build/test-results/**/TEST-*.xml";
    private static final String FILE = ".foldline/tests.xml";
    private static final String JEST =
            "JEST_JUNIT_OUTPUT_FILE=.foldline/tests.xml JEST_JUNIT_CLASSNAME='{filepath}'"
                    + " JEST_JUNIT_REPORT_TEST_SUITE_ERRORS=true ";

    @TempDir Path root;

    @BeforeEach
    void aProjectWithTests() throws IOException {
        Files.createDirectories(root.resolve("app/src/test"));
    }

    /** Without tests they succeed and write no report. */
    @ParameterizedTest
    @ValueSource(strings = {"mvn -q verify", "./gradlew check"})
    void a_project_without_tests_gets_no_report(String command) throws IOException {
        Files.delete(root.resolve("app/src/test"));
        assertEquals(Option.none(), ProposedForm.of(root, command));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mvn -q test | **/target/surefire-reports/TEST-*.xml | ",
                "./mvnw -B verify | **/target/surefire-reports/TEST-*.xml | ",
                "CI=1 mvn test && ./lint.sh | **/target/surefire-reports/TEST-*.xml | ",
                "cd app && mvn test | **/target/surefire-reports/TEST-*.xml | ",
                "gradle test | **/build/test-results/**/TEST-*.xml | gradle cleanTest test",
                "./gradlew :app:check -q | **/build/test-results/**/TEST-*.xml |"
                        + " ./gradlew :app:cleanTest :app:check -q",
                "./gradlew clean test | **/build/test-results/**/TEST-*.xml | ",
                "pytest -q | .foldline/tests.xml | pytest -q --junitxml=.foldline/tests.xml",
                "uv run pytest tests | .foldline/tests.xml |"
                        + " uv run pytest tests --junitxml=.foldline/tests.xml",
                "pytest --junit-xml=out/junit.xml | out/junit.xml | ",
                "npx vitest run | .foldline/tests.xml | npx vitest run --reporter=default"
                        + " --reporter=junit --outputFile=.foldline/tests.xml",
                "vitest run --reporter=junit --outputFile=a.xml | a.xml | ",
                "gotestsum ./... | .foldline/tests.xml |"
                        + " gotestsum --junitfile .foldline/tests.xml ./...",
                "gotestsum --junitfile a.xml | a.xml | "
            })
    void a_runner_that_writes_a_report_is_known(String command, String glob, String changed) {
        assertEquals(
                Option.of(new Source.Report(glob)),
                ProposedForm.of(root, command).map(ProposedForm::source));
        assertEquals(Option.of(changed), of(command).command());
    }

    @Test
    void one_of_several_commands_is_changed() {
        assertEquals(
                Option.of("ruff check && pytest --junitxml=.foldline/tests.xml | tee log"),
                of("ruff check && pytest | tee log").command());
    }

    @Test
    void go_and_cargo_print_lines() {
        assertEquals(new Source.Lines(TestRunner.GO_LINES), of("go test ./...").source());
        assertEquals(Option.none(), of("go test ./...").command());
        assertEquals(new Source.Lines(TestRunner.CARGO_LINES), of("cargo test -q").source());
        assertEquals(Option.of("cargo test --no-fail-fast -q"), of("cargo test -q").command());
    }

    @Test
    void failsafe_writes_a_second_folder() throws IOException {
        write("pom.xml", "<artifactId>maven-failsafe-plugin</artifactId>");
        assertEquals(
                new Source.Report("**/target/*-reports/TEST-*.xml"), of("mvn verify").source());
        assertEquals(new Source.Report(SUREFIRE), of("mvn test").source());
    }

    @Test
    void all_modules_run_although_one_fails() throws IOException {
        write("pom.xml", "<modules><module>a</module></modules>");
        write("settings.gradle.kts", "include(\"a\")");
        assertEquals(Option.of("mvn test -fae"), of("mvn test").command());
        assertEquals(Option.none(), of("mvn --fail-at-end test").command());
        assertEquals(Option.of("gradle cleanTest test --continue"), of("gradle test").command());
        assertEquals(new Source.Report(GRADLE), of("gradle test").source());
    }

    @Test
    void the_report_that_a_project_configures_is_used() throws IOException {
        write("pyproject.toml", "[tool.pytest.ini_options]\naddopts = \"--junitxml=out/t.xml\"\n");
        assertEquals(new Source.Report("out/t.xml"), of("pytest").source());
        assertEquals(Option.none(), of("pytest").command());
        write(".config/nextest.toml", "[profile.ci.junit]\npath = \"junit.xml\"\n");
        assertEquals(
                new Source.Report("target/nextest/ci/junit.xml"),
                of("cargo nextest run --profile ci").source());
        assertEquals(Option.none(), ProposedForm.of(root, "cargo nextest run"));
    }

    @Test
    void jest_needs_its_reporter() throws IOException {
        assertEquals(Option.none(), ProposedForm.of(root, "npx jest"));
        write("package.json", "{\"devDependencies\": {\"jest-junit\": \"^17.0.0\"}}");
        assertEquals(new Source.Report(FILE), of("npx jest --ci").source());
        assertEquals(
                Option.of(JEST + "npx jest --ci --reporters=default --reporters=jest-junit"),
                of("npx jest --ci").command());
    }

    @Test
    void scripts_of_npm_are_followed() throws IOException {
        write(
                "package.json",
                """
                {"scripts": {"test": "tsc && vitest run", "unit": "jest", "java": "mvn test",
                             "go": "gotestsum ./...", "own": "node test.js"},
                 "devDependencies": {"jest-junit": "1"}}
                """);
        var vitest = " --reporter=default --reporter=junit --outputFile=.foldline/tests.xml";
        assertEquals(Option.of("npm test --" + vitest), of("npm test").command());
        assertEquals(Option.of("npm test -- a" + vitest), of("npm test -- a").command());
        assertEquals(Option.of("pnpm test" + vitest), of("pnpm test").command());
        assertEquals(
                Option.of(JEST + "npm run -s unit -- --reporters=default --reporters=jest-junit"),
                of("npm run -s unit").command());
        assertEquals(new Source.Report(SUREFIRE), of("yarn java").source());
        assertEquals(Option.none(), of("yarn java").command());
        assertEquals(Option.none(), ProposedForm.of(root, "npm run go"));
        assertEquals(Option.none(), ProposedForm.of(root, "npm run own"));
        assertEquals(Option.none(), ProposedForm.of(root, "npm run missing"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "make test",
                "sh test.sh",
                "echo mvn test",
                "go test -json ./...",
                "go vet ./...",
                "cd app && pytest",
                "npm ci"
            })
    void nothing_is_proposed_for_other_commands(String command) {
        assertFalse(ProposedForm.of(root, command).isDefined());
    }

    @Test
    void every_proposed_glob_has_no_problem() {
        for (var command : new String[] {"mvn test", "gradle test", "pytest", "vitest"}) {
            if (of(command).source() instanceof Source.Report(var glob))
                assertEquals(Option.none(), JUnitReports.problemOf(glob));
        }
    }

    private ProposedForm of(String command) {
        return ProposedForm.of(root, command).get();
    }

    private void write(String name, String text) throws IOException {
        var file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
