package dev.foldline.effects.change;

import static dev.foldline.effects.change.ExampleProject.CHECK;
import static dev.foldline.effects.change.ExampleProject.PROJECT;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.change.TestChanges;
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

/** Honest changes are left alone, or cost one trial. */
class HonestChangeTest {
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

    /** What is done every day. */
    enum Honest {
        FIX_WITH_A_TEST(
                files ->
                        files.edited("app.py", "a + b", "int(a) + b")
                                .edited(
                                        "tests/test_app.py",
                                        "import app\n",
                                        "import app\n\n"
                                                + "def test_text():\n"
                                                + "    assert app.add('1', 2) == 3\n")),
        FIX_WITH_A_TEST_AT_THE_END(
                files ->
                        files.edited(
                                "src/test/java/org/example/SumTest.java",
                                "    private void check",
                                "    @Test void negates() { assertEquals(-1, new Sum().of(-1));"
                                        + " }\n\n"
                                        + "    private void check")),
        RENAMED_FILE_OF_TESTS(files -> files.moved("tests/test_app.py", "tests/test_adding.py")),
        RENAMED_TEST(
                files -> files.edited("tests/test_app.py", "test_adds_nothing", "test_adds_zero")),
        SPLIT_FILE(
                files ->
                        files.edited(
                                        "tests/test_app.py",
                                        "\n"
                                                + "def test_adds_nothing():\n"
                                                + "    assert app.add(1, 0) == 1\n",
                                        "")
                                .with(
                                        "tests/test_nothing.py",
                                        "import app\n\n"
                                                + "def test_adds_nothing():\n"
                                                + "    assert app.add(1, 0) == 1\n")),
        SPLIT_AND_DELETED_FILE(
                files ->
                        files.without("src/app.test.js")
                                .with(
                                        "src/one.test.js",
                                        "it('adds', () => {\n  expect(add(1, 2)).toBe(3)\n})\n")
                                .with(
                                        "src/two.test.js",
                                        "it('adds nothing', () => {\n"
                                                + "  expect(add(1, 0)).toBe(1)\n"
                                                + "})\n")),
        CHANGED_BEHAVIOUR(
                files ->
                        files.edited("app.py", "a + b", "a - b")
                                .edited("tests/test_app.py", "== 3", "== -1")),
        NEW_DEPENDENCY_OF_NODE(
                files ->
                        files.edited(
                                        "package.json",
                                        "{ \"jest\"",
                                        "{ \"left-pad\": \"^1.0.0\", \"jest\"")
                                .edited("package.json", "1.0.0\",\n  \"scr", "1.1.0\",\n  \"scr")
                                .with("package-lock.json", "{}\n".repeat(5_000))),
        NEW_DEPENDENCY_OF_PYTHON(
                files ->
                        files.edited(
                                "pyproject.toml",
                                "[\"requests\"]",
                                "[\n  \"requests\",\n  \"x\",\n]")),
        NEW_DEPENDENCY_OF_MAVEN(
                files ->
                        files.edited(
                                        "pom.xml",
                                        "<dependencies>",
                                        "<dependencies><dependency><artifactId>x</artifactId></dependency>")
                                .edited("pom.xml", "5.1", "5.2")),
        NEW_DEPENDENCY_OF_GRADLE(
                files ->
                        files.edited(
                                        "build.gradle",
                                        "'a:b:1'",
                                        "'a:b:1'\n    testImplementation(platform(\"c:d:2\"))")
                                .edited("build.gradle", "1.0", "1.1")),
        GENERATED_FILE(files -> files.with("src/generated/Parser.java", "class Parser {}\n")),
        FORMATTED(
                files ->
                        files.edited("package.json", "  ", "\t")
                                .edited("pyproject.toml", " # quiet", "")
                                .edited("pom.xml", "\n  ", "\n\t\t")
                                .edited("src/app.test.js", "    expect", "\texpect")
                                .edited("src/app.test.js", "'adds'", "\"adds\"")
                                .edited("tests/test_app.py", "    assert", "        assert")),
        NEW_MODULE(
                files ->
                        files.edited("pom.xml", "<module>core", "<module>more</module><module>core")
                                .with("more/pom.xml", "<project><build/></project>")
                                .with("more/src/main/java/More.java", "class More {}\n")
                                .with("more/src/test/java/MoreTest.java", "class MoreTest {}\n")
                                .with("web/package.json", "{\"scripts\":{\"test\":\"jest\"}}")),
        TESTS_IN_CODE(
                files ->
                        files.edited(
                                        "src/sum.rs",
                                        "    #[test]",
                                        "    #[test]\n"
                                                + "    fn more() { assert_eq!(of(2), 2); }\n"
                                                + "    #[test]")
                                .edited("app.py", "    3\n", "    3\n    >>> add(2, 2)\n    4\n")),
        MOVED_TESTS_IN_CODE(
                files ->
                        files.moved("src/sum.rs", "src/total.rs")
                                .edited("src/total.rs", "fn of(a", "fn  of(a")
                                .edited("app.py", "    >>> add(1, 2)\n    3\n", "")
                                .with("more.py", "'''\n  >>> add(1, 2)\n  3\n'''\n")),
        CHANGED_TEST_IN_CODE(
                files ->
                        files.edited("src/sum.rs", "assert_eq!(of(1), 1)", "assert_eq!(of(1), 2)")),
        MOVED_HELPER(
                files ->
                        files.without("tests/helpers/numbers.py")
                                .with("tests/support/numbers.py", "ONE = 1\nTWO = 2\n")
                                .without("tests/fixtures/one.json")),
        DOCUMENTED_INTERFACE(files -> files.edited("spec/openapi.yaml", "3.0.0", "3.1.0")),
        DOCUMENTATION(files -> files.edited("README.md", "Add.", "Adds numbers.")),
        REFACTORING(
                files ->
                        files.moved("src/app.js", "src/sum.js")
                                .edited("src/app.test.js", "'./app'", "'./sum'")
                                .with("calculator/__init__.py", "")
                                .moved("app.py", "calculator/sum.py")
                                .edited(
                                        "tests/test_app.py",
                                        "import app",
                                        "from calculator import sum as app"));

        private final UnaryOperator<Files> edit;

        Honest(UnaryOperator<Files> edit) {
            this.edit = edit;
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_honest_change_is_left_alone(Honest change) throws IOException {
        assertThat(trees.findings(change.edit)).isEmpty();
        assertThat(trees.change(PROJECT, change.edit.apply(PROJECT), CHECK).lines())
                .isLessThan(100);
    }

    /** They cannot be tried, so they are named. */
    @Test
    void changed_tests_in_code_are_listed() throws IOException {
        var tests =
                trees.change(PROJECT, Honest.CHANGED_TEST_IN_CODE.edit.apply(PROJECT), CHECK)
                        .tests();
        assertThat(tests.changedInCode()).containsExactly("src/sum.rs");
        assertThat(tests.isEmpty()).isTrue();
    }

    /** The tests of the base, with all that they read, decide. */
    @Test
    void helpers_and_expectations_of_tests_are_changed_and_documents_are_not() throws IOException {
        var moved = trees.change(PROJECT, Honest.MOVED_HELPER.edit.apply(PROJECT), CHECK).tests();
        assertThat(moved.changed())
                .containsExactly("tests/fixtures/one.json", "tests/helpers/numbers.py");
        assertThat(moved.added()).containsExactly("tests/support/numbers.py");
        assertThat(
                        trees.change(
                                        PROJECT,
                                        Honest.DOCUMENTED_INTERFACE.edit.apply(PROJECT),
                                        CHECK)
                                .tests())
                .isEqualTo(TestChanges.NONE);
        assertThat(
                        trees.change(PROJECT, PROJECT.edited("fixtures/sum.txt", "3", "4"), CHECK)
                                .tests()
                                .changed())
                .containsExactly("fixtures/sum.txt");
    }

    /** Trials mix trees by these lists. */
    @Test
    void both_paths_of_a_renamed_test_are_listed_as_changed() throws IOException {
        var tests =
                trees.change(PROJECT, Honest.RENAMED_FILE_OF_TESTS.edit.apply(PROJECT), CHECK)
                        .tests();
        assertThat(tests.added()).isEmpty();
        assertThat(tests.changed()).containsExactly("tests/test_adding.py", "tests/test_app.py");
        var split =
                trees.change(PROJECT, Honest.SPLIT_AND_DELETED_FILE.edit.apply(PROJECT), CHECK)
                        .tests();
        assertThat(split.added()).containsExactly("src/one.test.js", "src/two.test.js");
        assertThat(split.changed()).containsExactly("src/app.test.js");
    }
}
