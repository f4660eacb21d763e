package dev.foldline.effects.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

final class FailureLinesTest {

    @TempDir Path directory;

    @Test
    void the_first_group_or_the_match_is_the_name() {
        assertEquals("a b", names("FAIL a\nok c\r\nFAIL b\rFAIL a", "^FAIL (\\w)$"));
        assertEquals("FAIL:a", names("FAIL:a\n", "FAIL:\\w"));
        assertEquals("FAIL:a b", names("FAIL:a\nERROR:b\n", "FAIL:a|ERROR:(\\w)"));
        assertEquals("", names("all passed\n", "FAIL (\\w)"));
    }

    @Test
    void colors_are_removed() {
        assertEquals(
                "a", names("\u001b[1m\u001b[31mFAIL\u001b[0m \u001b]8;;x\u0007a", "^FAIL (\\w)$"));
    }

    @Test
    void only_the_start_of_a_long_line_is_read() {
        assertEquals("b", names(" ".repeat(4_000) + "FAIL a\nFAIL b", "FAIL (\\w)"));
    }

    @Test
    void a_pattern_that_takes_too_long_is_ended() {
        var unreadable =
                Reports.unreadable(
                        FailureLines.read("a".repeat(5_000), Pattern.compile(".*.*.*=")));
        assertEquals(
                new ReportResult.Unreadable(
                        "output",
                        "the pattern .*.*.*= takes too long on a line of 4,000 characters; use one"
                                + " with fewer repetitions"),
                unreadable);
    }

    /** All lines together are limited too: one line takes 16 million steps. */
    @Test
    void a_pattern_that_is_slow_on_every_line_is_ended() {
        var line = " ".repeat(4_000) + "\n";
        Reports.unreadable(FailureLines.read(line.repeat(30), Pattern.compile("\\s+FAIL")));
        assertEquals("", names(line.repeat(3), "\\s+FAIL"));
    }

    @Test
    void go_reports_tests_subtests_and_packages_that_do_not_compile() {
        assertEquals(
                "TestLosesACent TestPanics TestTax TestTax/two_words example.com/shop/till",
                names(Reports.folder().resolve("go/test.txt"), TestRunner.GO_LINES));
    }

    @Test
    void cargo_reports_the_same_tests_with_and_without_quiet() {
        var failures = "jams src/lib.rs - add (line 1) tests::loses_a_cent tests::panics";
        assertEquals(
                failures,
                names(Reports.folder().resolve("cargo/test.txt"), TestRunner.CARGO_LINES));
        assertEquals(
                failures,
                names(Reports.folder().resolve("cargo/quiet.txt"), TestRunner.CARGO_LINES));
    }

    @Test
    void an_output_of_other_bytes_is_read() throws IOException {
        var file = directory.resolve("output.log");
        Files.write(file, new byte[] {'F', ' ', (byte) 0xff, '\n', 'F', ' ', 'a'});
        assertEquals("a \ufffd", names(file, "F (.)"));
    }

    private static String names(CharSequence output, String pattern) {
        return names(FailureLines.read(output, Pattern.compile(pattern)));
    }

    private static String names(Path output, String pattern) {
        return names(FailureLines.read(output, Pattern.compile(pattern)));
    }

    private static String names(ReportResult reading) {
        return Reports.report(reading).failures().map(TestCase::label).mkString(" ");
    }
}
