package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;

/** The line of an output that says why a command failed. */
class FailingLineTest {
    private static final Path ROOT = Path.of("/at/tree");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    > jest;sh: 1: jest: not found                              | sh: 1: jest: not found
                    throw err;;Error: Cannot find module 'jest';Require stack: | Cannot find module 'jest'
                    npm error code 1;npm error Missing script: "test"          | Missing script: "test"
                    1 error;E   ModuleNotFoundError: No module named 'x'       | ModuleNotFoundError: No module named 'x'
                    ERROR: test_a (b);ImportError: cannot import name 'c'      | ImportError: cannot import name 'c'
                    # calc;./calc_test.go:8:5: undefined: Add;FAIL calc        | ./calc_test.go:8:5: undefined: Add
                    /at/tree/a.c:3:1: unknown type name 'x';failed             | a.c:3:1: unknown type name 'x'
                    [INFO] go;[ERROR] A.java:[5,8] cannot find symbol          | A.java:[5,8] cannot find symbol
                    ok 1;not ok 2 - adds;end                                   | not ok 2 - adds
                    some words;the last line                                   | the last line
                    """)
    void of_known_runners(String output, String line) {
        assertThat(FailingLine.of(output.replace(';', '\n'), ROOT)).contains(line);
    }

    @Test
    void is_plain_and_short_and_may_not_be_there() {
        assertThat(FailingLine.of("\u001b[31mfailed\u001b[0m at \u202e once", ROOT))
                .contains("failed at \\u202e once");
        assertThat(FailingLine.of("error: " + "x".repeat(1_000), ROOT).get()).hasSize(203);
        assertThat(FailingLine.of(" \n\n", ROOT)).isEmpty();
    }

    @Test
    void a_report_of_a_failure_starts_at_the_first_failing_line() {
        for (var first :
                List.of(
                        "not ok 2 - prints",
                        "--- FAIL: TestA (0.00s)",
                        "FAIL src/a.test.js",
                        "FAILED tests/test_a.py::test_b",
                        "[ERROR] Tests run: 1, Failures: 1",
                        "a.c:3: error: no such thing"))
            assertThat(FailingLine.from(Vector.of("ok 1", "0 failed", "errors: 0", first, "more")))
                    .as(first)
                    .containsExactly(first, "more");
        assertThat(FailingLine.from(Vector.of("a", "b"))).containsExactly("a", "b");
    }

    @Test
    void a_passing_test_starts_no_report_whatever_its_name_says() {
        for (var passing :
                List.of(
                        "ok 3 - reports an error",
                        "    ok 7 - failed login is refused",
                        "ok  \tcalc/error\t0.003s",
                        "PASS src/error.test.js",
                        "--- PASS: TestA/after_a_failure (0.00s)",
                        "PASSED tests/test_a.py::test_b[a failure]",
                        "tests/test_a.py::test_b[a failure] PASSED   [ 50%]",
                        "test a::b (with an error) ... ok",
                        "\u2713 shows the error (2 ms)"))
            assertThat(FailingLine.from(Vector.of(passing, "not ok 4 - adds", "more")))
                    .as(passing)
                    .containsExactly("not ok 4 - adds", "more");
        assertThat(FailingLine.from(Vector.of("== FAILURES ==", "E  assert 1", "FAILED a.py::b")))
                .hasSize(3);
    }
}
