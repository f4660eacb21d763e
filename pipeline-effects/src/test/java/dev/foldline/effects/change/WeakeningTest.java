package dev.foldline.effects.change;

import static dev.foldline.effects.change.ExampleProject.CHECK;
import static dev.foldline.effects.change.ExampleProject.PROJECT;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.change.TreeFixture.Files;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** What a change can do to what judges it is found. */
class WeakeningTest {
    @TempDir static Path folder;
    private static TreeFixture trees;

    @BeforeAll
    static void openRepository() throws IOException {
        trees = new TreeFixture(folder);
    }

    @AfterAll
    static void closeRepository() {
        trees.close();
    }

    /** What finds a weakened test. */
    enum Weakening {
        DELETE_A_TEST(
                "removed tests/test_app.py",
                files ->
                        files.edited(
                                "tests/test_app.py",
                                "def test_adds_nothing():\n    assert app.add(1, 0) == 1\n",
                                "")),
        DELETE_A_FILE_OF_TESTS(
                "removed src/app.test.js", files -> files.without("src/app.test.js")),
        DELETE_ONE_AND_ADD_ANOTHER(
                "removed src/app.test.js",
                files ->
                        files.edited(
                                "src/app.test.js",
                                "it('adds nothing', () => {\n    expect(add(1, 0)).toBe(1);",
                                "it('is there', () => {\n    expect(add).toBeDefined();")),
        COMMENT_A_TEST_OUT(
                "removed src/test/java/org/example/SumTest.java",
                files ->
                        files.edited(
                                        "src/test/java/org/example/SumTest.java",
                                        "@Test\n",
                                        "/* @Test\n")
                                .edited(
                                        "src/test/java/org/example/SumTest.java",
                                        "@Param",
                                        "*/ @Param")),
        SKIP_IN_PYTHON(
                "removed tests/test_app.py",
                files ->
                        files.edited(
                                "tests/test_app.py",
                                "def test_adds()",
                                "@pytest.mark.skip\ndef test_adds()")),
        SKIP_IN_JAVASCRIPT(
                "removed src/app.test.js",
                files -> files.edited("src/app.test.js", "it('adds',", "it.skip('adds',")),
        SKIP_ALL_OTHERS(
                "removed src/app.test.js",
                files -> files.edited("src/app.test.js", "it('adds',", "it.only('adds',")),
        SKIP_IN_JAVA(
                "removed src/test/java/org/example/SumTest.java",
                files ->
                        files.edited(
                                "src/test/java/org/example/SumTest.java",
                                "@Test\n",
                                "@Test @Disabled(\"flaky\")\n")),
        EMPTY_IN_PYTHON(
                "removed tests/test_app.py",
                files -> files.edited("tests/test_app.py", "assert app.add(1, 2) == 3", "pass")),
        EMPTY_IN_JAVASCRIPT(
                "removed src/app.test.js",
                files -> files.edited("src/app.test.js", "expect(add(1, 2)).toBe(3);", "")),
        EMPTY_IN_JAVA(
                "removed src/test/java/org/example/SumTest.java",
                files ->
                        files.edited(
                                "src/test/java/org/example/SumTest.java",
                                "        check(a);\n",
                                "")),
        ASSERT_NOTHING(
                "removed tests/test_app.py",
                files ->
                        files.edited(
                                "tests/test_app.py", "assert app.add(1, 2) == 3", "assert True")),
        RETURN_EARLY(
                "removed tests/test_app.py",
                files ->
                        files.edited(
                                "tests/test_app.py",
                                "    assert app.add(1, 2)",
                                "    return\n    assert app.add(1, 2)")),
        RENAME_SO_THAT_NO_RUNNER_FINDS_IT(
                "removed tests/test_app.py",
                files -> files.moved("tests/test_app.py", "tests/old_app.py")),
        REPLACE_TESTS_BY_A_LINK(
                "removed tests/test_app.py",
                files -> files.withLink("tests/test_app.py", "../README.md")),
        DELETE_A_TEST_IN_RUST(
                "removed src/sum.rs",
                files -> files.edited("src/sum.rs", "#[test]\n    fn negates", "fn negates")),
        SKIP_IN_RUST(
                "removed src/sum.rs",
                files -> files.edited("src/sum.rs", "#[test]\n", "#[test]\n    #[ignore]\n")),
        EMPTY_IN_RUST(
                "removed src/sum.rs",
                files -> files.edited("src/sum.rs", "assert_eq!(of(1), 1);", "of(1);")),
        LEAVE_A_MODULE_OUT(
                "removed src/sum.rs",
                files -> files.edited("src/sum.rs", "cfg(test)", "cfg(any())")),
        DELETE_AN_EXAMPLE_IN_RUST(
                "removed src/sum.rs",
                files ->
                        files.edited(
                                "src/sum.rs", "/// ```\n/// assert", "/// ```ignore\n/// assert")),
        DELETE_AN_EXAMPLE_IN_PYTHON(
                "removed app.py",
                files -> files.edited("app.py", "    >>> add(1, 2)\n    3\n", "")),
        SKIP_AN_EXAMPLE_IN_PYTHON(
                "removed app.py",
                files -> files.edited("app.py", "add(1, 2)\n", "add(1, 2)  # doctest: +SKIP\n")),
        DELETE_A_TEST_IN_A_SCRIPT(
                "removed src/times.ts",
                files ->
                        files.edited(
                                "src/times.ts",
                                "  it('is one', () => expect(times(1)).toBe(1));\n",
                                "")),
        DELETE_DATA_WITH_A_NAME_OF_TESTS(
                "removed tests/sum_test.lua", files -> files.without("tests/sum_test.lua")),
        DELETE_A_SCRIPT_AMONG_THE_TESTS(
                "removed tests/greets.sh", files -> files.without("tests/greets.sh")),
        ADD_A_MAKEFILE_THAT_WINS(
                "guarded GNUmakefile is read by the check unit",
                files -> files.with("GNUmakefile", "check:\n\ttrue\n")),
        ADD_A_FILE_THAT_IS_INCLUDED(
                "guarded local.mk is read by the check unit",
                files -> files.with("local.mk", "SHELL = true\n")),
        EXIT_0_IN_THE_SCRIPT(
                "guarded test.sh is run by the check unit",
                files -> files.withProgram("test.sh", "#!/bin/sh\nexit 0\n")),
        OR_TRUE_WHERE_A_LINK_LEADS(
                "guarded ci/unit-linux.sh is run by the check unit",
                files -> files.edited("ci/unit-linux.sh", "pytest", "pytest || true")),
        RETARGET_A_LINK(
                "guarded ci/unit.sh is run by the check unit",
                files -> files.withLink("ci/unit.sh", "unit-other.sh")),
        CHANGE_A_MODE(
                "guarded test.sh is run by the check unit",
                files -> files.with("test.sh", "#!/bin/sh\nsh ci/unit.sh\n")),
        CHANGE_A_SCRIPT_OF_NPM(
                "guarded package.json defines the script test of the check unit",
                files -> files.edited("package.json", "\"jest\" }", "\"jest || true\" }")),
        LOWER_A_THRESHOLD(
                "guarded package.json defines the script test of the check unit",
                files -> files.edited("package.json", "90", "9")),
        REPLACE_THE_RUNNER(
                "guarded package.json defines the script test of the check unit",
                files -> files.edited("package.json", "^29.0.0", "file:./fake")),
        REPEAT_A_KEY(
                "guarded package.json defines the script test of the check unit",
                files ->
                        files.edited(
                                "package.json",
                                "\"name\"",
                                "\"scripts\": { \"test\": \"true\" }, \"name\"")),
        EXCLUDE_TESTS_IN_PYTHON(
                "guarded pyproject.toml configures the build",
                files -> files.edited("pyproject.toml", "\"-q\"", "\"-q --ignore=tests\"")),
        HIDE_A_SECTION_IN_A_STRING(
                "guarded pyproject.toml configures the build",
                files ->
                        files.edited(
                                "pyproject.toml",
                                "\"-q\"",
                                "\"\"\"-q\n[project]\n--ignore=tests\"\"\"")),
        EXCLUDE_TESTS_IN_MAVEN(
                "guarded pom.xml configures the build",
                files ->
                        files.edited(
                                "pom.xml",
                                "<properties>",
                                "<properties><skipTests>true</skipTests>")),
        CHANGE_A_VERSION_OF_A_PLUGIN(
                "guarded pom.xml configures the build",
                files -> files.edited("pom.xml", "3.1<", "2.0<")),
        REMOVE_A_MODULE(
                "guarded pom.xml configures the build",
                files -> files.edited("pom.xml", "<module>core</module>", "")),
        REMOVE_THE_TEST_ENGINE(
                "guarded pom.xml configures the build",
                files -> files.edited("pom.xml", "<scope>test</scope>", "")),
        DISABLE_TESTS_AMONG_DEPENDENCIES(
                "guarded build.gradle configures the build",
                files ->
                        files.edited(
                                "build.gradle", "'a:b:1'", "'a:b:1'\n    test.enabled = false")),
        ADD_A_CONFTEST(
                "guarded tests/conftest.py runs before the tests",
                files -> files.with("tests/conftest.py", "collect_ignore = ['test_app.py']\n")),
        ADD_A_CONFIGURATION(
                "guarded jest.config.js configures the tests",
                files -> files.with("jest.config.js", "module.exports = {}\n")),
        CHANGE_CI(
                "guarded .github/workflows/ci.yml defines the jobs of CI",
                files -> files.edited(".github/workflows/ci.yml", "push", "never")),
        ADD_CI(
                "guarded .gitlab-ci.yml defines the jobs of CI",
                files -> files.with(".gitlab-ci.yml", "")),
        CHANGE_FOLDLINE(
                "guarded foldline.yaml configures Foldline",
                files -> files.edited("foldline.yaml", "[]", "[true]")),
        DOUBLE_A_MODULE_OF_PYTHON(
                "guarded tests/app.py has the name of app.py and may replace it in tests",
                files -> files.with("tests/app.py", "def add(a, b): return 3\n")),
        DOUBLE_THE_RUNNER(
                "guarded pytest.py has the name of the module pytest and may replace it in tests",
                files -> files.with("pytest.py", "")),
        DOUBLE_A_CLASS(
                "guarded src/test/java/Fake.java has the name of"
                        + " src/main/java/org/example/Sum.java and may replace it in tests",
                files ->
                        files.with(
                                "src/test/java/Fake.java",
                                "package org.example;\n\nclass Sum {}\n")),
        DOUBLE_BY_ITS_ENDING(
                "guarded src/app.mjs has the name of src/app.js and may replace it in tests",
                files -> files.with("src/app.mjs", "")),
        DOUBLE_A_PACKAGE(
                "guarded node_modules/jest/index.js replaces what the tests import",
                files -> files.with("node_modules/jest/index.js", ""));

        private final String finding;
        private final UnaryOperator<Files> edit;

        Weakening(String finding, UnaryOperator<Files> edit) {
            this.finding = finding;
            this.edit = edit;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_weakened_judge_is_found(Weakening weakening) throws IOException {
        assertThat(trees.findings(weakening.edit)).containsExactly(weakening.finding);
    }

    @Test
    void the_report_names_tests_and_sizes_and_stores_redacted_patches() throws IOException {
        var token = "ghp_" + "a1B2".repeat(9);
        var report =
                trees.change(
                        PROJECT,
                        PROJECT.withProgram("test.sh", "#!/bin/sh\nTOKEN=" + token + "\n")
                                .with("tests/test_new.py", "def test_new(): assert 1 == 1\n")
                                .edited("tests/test_app.py", "== 3", "== 4")
                                .with("logo.png", "\0binary")
                                .without("src/app.test.js"),
                        CHECK);
        assertThat(report.files()).isEqualTo(5);
        assertThat(report.lines()).isEqualTo(1 + 2 + 2 + 9);
        assertThat(report.tests().added()).containsExactly("tests/test_new.py");
        assertThat(report.tests().changed()).containsExactly("tests/test_app.py");
        assertThat(report.tests().removed()).containsExactly("src/app.test.js");
        var guarded = report.guarded().head();
        assertThat(guarded.content().get()).matches("100755 [0-9a-f]{40}");
        assertThat(trees.blobs.text(guarded.patch().get()))
                .contains("diff --git a/test.sh b/test.sh", "-sh ci/unit.sh", "+TOKEN=")
                .doesNotContain(token);
    }

    @Test
    void a_large_change_is_compared_within_bounds() throws IOException {
        var after = PROJECT;
        for (int file = 0; file < 800; file++)
            after =
                    after.with("src/%04d.js".formatted(file), "x\n")
                            .with(".claude/%04d.md".formatted(file), "x\n");
        var report = trees.change(PROJECT, after.with("test.sh", "exit 0\n"), CHECK);
        assertThat(report.files()).isEqualTo(1_601);
        assertThat(report.guarded()).hasSize(GuardedFiles.FILES_MAX);
        assertThat(report.guarded().head().path()).isEqualTo("test.sh");
    }
}
