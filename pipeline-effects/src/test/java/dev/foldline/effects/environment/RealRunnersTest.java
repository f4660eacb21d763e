package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialFailure;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.machine.MachineRequirement;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.process.Programs;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Trials of small projects with the runners of their languages. */
class RealRunnersTest {
    private static final String TEST = "test_addition";

    /**
     * A project that adds two numbers.
     *
     * @param code where the code is, and what: with a name and an operator
     * @param tests where the tests are, and what: with the name of the code, a number and what
     *     twice that number is
     */
    private record Project(String program, CommandLine check, Template code, Template tests) {
        @Override
        public String toString() {
            return program;
        }
    }

    private record Template(String path, String text) {}

    private static final Project NODE =
            new Project(
                    "node",
                    new CommandLine.Check(
                            "unit",
                            new CommandLine.Shell(
                                    "node --test --test-reporter=spec"
                                            + " --test-reporter-destination=stdout"
                                            + " --test-reporter=junit"
                                            + " --test-reporter-destination=report.xml"),
                            form(Option.of("report.xml"), Option.none())),
                    new Template("calc.mjs", "export const %s = (a, b) => a %s b;\n"),
                    new Template(
                            "test/calc.test.mjs",
                            """
                            import test from 'node:test';
                            import assert from 'node:assert';
                            import { %1$s } from '../calc.mjs';
                            test('test_addition', () => assert.equal(%1$s(%2$d, %2$d), %3$d));
                            """));

    private static final Project PYTHON =
            new Project(
                    "python3",
                    new CommandLine.Check(
                            "unit",
                            new CommandLine.Shell("python3 -m unittest discover -s tests"),
                            form(Option.none(), Option.of("^(?:FAIL|ERROR): (\\w+)"))),
                    new Template("calc.py", "def %s(a, b):\n    return a %s b\n"),
                    new Template(
                            "tests/test_calc.py",
                            """
                            import unittest
                            from calc import %1$s

                            class CalcTest(unittest.TestCase):
                                def test_addition(self):
                                    self.assertEqual(%3$d, %1$s(%2$d, %2$d))
                            """));

    private static final Project GO =
            new Project(
                    "go",
                    new CommandLine.Check(
                            "unit",
                            new CommandLine.Shell("go test ./..."),
                            form(
                                    Option.none(),
                                    Option.of("^(?:\\s*--- FAIL: |FAIL\\s+(?=\\S+ \\[))(\\S+)"))),
                    new Template(
                            "calc.go", "package calc\n\nfunc %s(a, b int) int { return a %s b }\n"),
                    new Template(
                            "calc_test.go",
                            """
                            package calc

                            import "testing"

                            func Test_addition(t *testing.T) {
                                if %1$s(%2$d, %2$d) != %3$d {
                                    t.Fatal("wrong")
                                }
                            }
                            """));

    private static final Project PYTEST =
            new Project(
                    "pytest",
                    new CommandLine.Check(
                            "unit",
                            new CommandLine.Shell("python3 -m pytest -q --junitxml=report.xml"),
                            form(Option.of("report.xml"), Option.none())),
                    PYTHON.code,
                    PYTHON.tests);

    private static final Path LIBRARIES =
            Path.of(System.getProperty("user.home"), ".m2", "repository");

    private static final Project MAVEN =
            new Project(
                    "mvn",
                    new CommandLine.Check(
                            "unit",
                            new CommandLine.Shell(
                                    "mvn -q -B -o -llr -Dmaven.repo.local=" + LIBRARIES + " test"),
                            form(Option.of("target/surefire-reports/TEST-*.xml"), Option.none())),
                    new Template(
                            "src/main/java/Calc.java",
                            "class Calc {\n static int %s(int a, int b) { return a %s b; }\n}\n"),
                    new Template(
                            "src/test/java/CalcTest.java",
                            """
                            import org.junit.jupiter.api.Test;

                            class CalcTest {
                                @Test
                                void test_addition() {
                                    if (Calc.%1$s(%2$d, %2$d) != %3$d) throw new AssertionError();
                                }
                            }
                            """));

    private static final String POM =
            """
            <project>
              <modelVersion>4.0.0</modelVersion>
              <groupId>example</groupId>
              <artifactId>calc</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencies>
                <dependency>
                  <groupId>org.junit.jupiter</groupId>
                  <artifactId>junit-jupiter</artifactId>
                  <version>5.14.4</version>
                  <scope>test</scope>
                </dependency>
              </dependencies>
              <build><plugins>
                <plugin><artifactId>maven-resources-plugin</artifactId><version>3.5.0</version></plugin>
                <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.16.0</version></plugin>
                <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.6.1</version></plugin>
              </plugins></build>
            </project>
            """;

    /** Those of Maven and pytest take seconds to start. */
    private static final List<Project> PROJECTS =
            Thorough.ALL ? List.of(NODE, PYTHON, GO, PYTEST, MAVEN) : List.of(NODE, PYTHON, GO);

    private static CheckForm form(Option<String> report, Option<String> failures) {
        return new CheckForm(report, failures, 0, OnKnown.HALT);
    }

    @TempDir Path folder;

    private TrialFixture of(Project project) throws IOException {
        MachineRequirement.demand(
                Programs.find(project.program, System.getenv("PATH"), folder).isPresent(),
                project.program);
        MachineRequirement.demand(
                project != MAVEN || Files.exists(LIBRARIES), "the artifacts of this build");
        return TrialFixture.in(folder)
                .write("go.mod", "module example.com/calc\n\ngo 1.19\n")
                .write("pom.xml", POM);
    }

    private static TrialFixture write(
            TrialFixture fixture, Project project, String operator, int sum) throws IOException {
        return write(fixture, project, "add", operator, sum);
    }

    private static TrialFixture write(
            TrialFixture fixture, Project project, String name, String operator, int sum)
            throws IOException {
        return fixture.write(project.code.path, project.code.text.formatted(name, operator))
                .write(project.tests.path, project.tests.text.formatted(name, sum / 2, sum));
    }

    private static void assertFailed(TrialResult result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed ->
                                assertThat(failed.failures().map(TrialFailure::text))
                                        .singleElement()
                                        .asString()
                                        .endsWithIgnoringCase(TEST));
    }

    @Thorough
    @ParameterizedTest
    @FieldSource("PROJECTS")
    void a_fix_passes_the_old_tests_and_fails_its_own_on_the_old_code(Project project)
            throws IOException {
        try (var fixture = of(project)) {
            write(fixture, project, "-", 0).base();
            write(fixture, project, "+", 4);
            assertThat(fixture.says(Trial.OLD_TESTS, project.check)).isEqualTo(new Passed());
            assertFailed(fixture.says(Trial.NEW_TESTS, project.check));
        }
    }

    @ParameterizedTest
    @FieldSource("PROJECTS")
    void a_weakened_test_fails_as_it_was_and_proves_nothing_as_it_is(Project project)
            throws IOException {
        try (var fixture = of(project)) {
            write(fixture, project, "+", 4).base();
            write(fixture, project, "-", 0);
            assertFailed(fixture.says(Trial.OLD_TESTS, project.check));
            assertThat(fixture.says(Trial.NEW_TESTS, project.check)).isEqualTo(new Passed());
        }
    }

    @ParameterizedTest
    @FieldSource("PROJECTS")
    void tests_of_another_interface_do_not_build(Project project) throws IOException {
        try (var fixture = of(project)) {
            write(fixture, project, "add", "+", 4).base();
            write(fixture, project, "sum", "+", 4);
            assertThat(fixture.says(Trial.OLD_TESTS, project.check))
                    .isInstanceOfSatisfying(
                            Unbuilt.class,
                            why ->
                                    assertThat(why.reason())
                                            .containsAnyOf("add", "cannot find symbol"));
        }
    }

    @Test
    void a_package_that_is_not_installed_says_nothing_about_tests() throws IOException {
        try (var fixture = of(NODE)) {
            write(fixture, NODE, "+", 4)
                    .write(".gitignore", "node_modules\n")
                    .write("test/left.test.cjs", "require('left');\n")
                    .write("node_modules/left/index.js", "\n")
                    .base();
            assertThat(fixture.says(Trial.CONTROL, NODE.check))
                    .isInstanceOfSatisfying(
                            Unbuilt.class,
                            why ->
                                    assertThat(why.reason())
                                            .isEqualTo("unit: Cannot find module 'left'"));
        }
    }

    @Test
    void a_module_of_no_environment_says_nothing_about_tests() throws IOException {
        try (var fixture = of(PYTHON)) {
            write(fixture, PYTHON, "+", 4).write("tests/test_left.py", "import left\n").base();
            assertThat(fixture.says(Trial.CONTROL, PYTHON.check))
                    .isInstanceOfSatisfying(
                            Unbuilt.class,
                            why ->
                                    assertThat(why.reason())
                                            .isEqualTo(
                                                    "unit: ModuleNotFoundError: No module named"
                                                            + " 'left'"));
        }
    }

    @Test
    void a_double_in_place_of_the_code_does_not_pass_the_old_tests() throws IOException {
        try (var fixture = of(PYTHON)) {
            write(fixture, PYTHON, "+", 4).base();
            write(fixture, PYTHON, "-", 4)
                    .write("tests/calc.py", PYTHON.code.text.formatted("add", "+"));
            assertThat(fixture.says(Trial.CONTROL, PYTHON.check)).isEqualTo(new Passed());
            assertFailed(fixture.says(Trial.OLD_TESTS, PYTHON.check));
        }
    }
}
