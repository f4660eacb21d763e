package dev.foldline.effects.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** Reports as the tools write them. */
final class RealReportsTest {

    @TempDir Path directory;

    @Test
    void surefire_names_class_method_and_invocation() {
        assertEquals(
                List.of(
                        "FAILED shop.BrokenTest",
                        "FAILED shop.CartTest$WithTax.isDearer",
                        "PASSED shop.CartTest$WithTax.isNamed",
                        "PASSED shop.CartTest.adds",
                        "SKIPPED shop.CartTest.isAssumed",
                        "PASSED shop.CartTest.isOdd(int)[1]",
                        "FAILED shop.CartTest.isOdd(int)[2]",
                        "PASSED shop.CartTest.isOdd(int)[3]",
                        "PASSED shop.CartTest.isRepeated()[1]",
                        "PASSED shop.CartTest.isRepeated()[2]",
                        "PASSED shop.CartTest.isShort(String)[1]",
                        "FAILED shop.CartTest.isShort(String)[2]",
                        "SKIPPED shop.CartTest.later",
                        "FAILED shop.CartTest.losesACent",
                        "FAILED shop.CartTest.throwsAnError",
                        "FAILED shop.FlakyTest.failsAlways",
                        "FAILED shop.FlakyTest.passesInTheSecondTry",
                        "FAILED shop.FlakyTest.throwsInTheFirstTry"),
                results("surefire/TEST-*.xml"));
    }

    /** The elements are flakyFailure and flakyError, rerunFailure and rerunError. */
    @Test
    void what_surefire_marks_as_flaky_has_passed() {
        assertEquals(
                List.of(
                        "FAILED shop.FlakyTest.failsAlways",
                        "PASSED shop.FlakyTest.passesInTheSecondTry",
                        "PASSED shop.FlakyTest.throwsInTheFirstTry"),
                results("surefire-rerun/TEST-shop.FlakyTest.xml"));
    }

    @Test
    void pytest_names_module_class_function_and_parameters() {
        assertEquals(
                List.of(
                        "FAILED tests.test_broken",
                        "FAILED tests.test_cart.LegacyTest.test_old",
                        "FAILED tests.test_cart.TestBasket.TestNested.test_inner",
                        "PASSED tests.test_cart.TestBasket.test_empty",
                        "FAILED tests.test_cart.TestBasket.test_full",
                        "PASSED tests.test_cart.test_adds",
                        "PASSED tests.test_cart.test_fixed",
                        "SKIPPED tests.test_cart.test_known",
                        "SKIPPED tests.test_cart.test_later",
                        "FAILED tests.test_cart.test_loses_a_cent",
                        "FAILED tests.test_cart.test_shop",
                        "PASSED tests.test_cart.test_tax[1-0]",
                        "FAILED tests.test_cart.test_tax[2-1]",
                        "PASSED tests.test_cart.test_tax[3-2]",
                        "PASSED tests.test_cart.test_text[\\xfc<&>\"']",
                        "PASSED tests.test_cart.test_text[a b]",
                        "FAILED tests.test_cart.test_text[x::y]",
                        "FAILED tests.test_cart.test_till"),
                results("pytest/report.xml"));
        assertEquals(List.of("FAILED tests.test_broken"), results("pytest/collection.xml"));
    }

    @Test
    void jest_names_the_file_if_its_reporter_is_configured_so() {
        assertEquals(
                List.of(
                        "FAILED Test suite failed to run.src/broken.test.js",
                        "PASSED src/cart.test.js.adds at the top level",
                        "PASSED src/cart.test.js.cart is empty",
                        "SKIPPED src/cart.test.js.cart is skipped",
                        "PASSED src/cart.test.js.cart is to do",
                        "FAILED src/cart.test.js.cart loses a cent",
                        "PASSED src/cart.test.js.cart with tax 1 minus 0 is one",
                        "FAILED src/cart.test.js.cart with tax 2 minus 1 is one",
                        "FAILED src/cart.test.js.cart with tax shows <b> & \"quotes\"",
                        "FAILED src/other.test.js.cart is empty"),
                results("jest/report.xml"));
    }

    /** Two files have a test of this name, and one of them fails. */
    @Test
    void jest_names_only_the_test_otherwise() {
        var results = results("jest/default.xml");
        assertTrue(results.contains("FAILED cart is empty"), results::toString);
        assertEquals(8, results.size());
    }

    @Test
    void vitest_names_the_file_and_the_blocks() {
        assertEquals(
                List.of(
                        "FAILED src/broken.test.js",
                        "PASSED src/cart.test.js.adds at the top level",
                        "PASSED src/cart.test.js.cart > is empty",
                        "SKIPPED src/cart.test.js.cart > is skipped",
                        "SKIPPED src/cart.test.js.cart > is to do",
                        "FAILED src/cart.test.js.cart > loses a cent",
                        "PASSED src/cart.test.js.cart > with tax > 1 minus 0 is one",
                        "FAILED src/cart.test.js.cart > with tax > 2 minus 1 is one",
                        "FAILED src/cart.test.js.cart > with tax > shows <b> & \"quotes\"",
                        "PASSED src/flaky.test.js.passes in the second try",
                        "FAILED src/other.test.js.cart > is empty"),
                results("vitest/report.xml"));
    }

    @Test
    void gotestsum_names_package_test_and_subtest() {
        assertEquals(
                List.of(
                        "PASSED example.com/shop/cart.TestAdds",
                        "SKIPPED example.com/shop/cart.TestLater",
                        "FAILED example.com/shop/cart.TestLosesACent",
                        "FAILED example.com/shop/cart.TestTax",
                        "PASSED example.com/shop/cart.TestTax/one",
                        "FAILED example.com/shop/cart.TestTax/two_words",
                        "PASSED example.com/shop/safe.TestAdds",
                        "FAILED example.com/shop/safe.TestPanics"),
                results("gotestsum/report.xml"));
    }

    @Test
    void a_report_that_is_cut_anywhere_cannot_be_read() throws IOException {
        for (var file : Reports.files()) {
            var whole = Files.readString(file).stripTrailing();
            for (int end = 0; end < whole.length(); end += 97)
                assertInstanceOf(
                        ReportResult.Unreadable.class,
                        Reports.read(directory, whole.substring(0, end)),
                        file + " at " + end);
        }
    }

    @Test
    void changed_bytes_are_read_or_refused() throws IOException {
        var random = new Random(41);
        var report = directory.resolve("report.xml");
        for (var file : Reports.files()) {
            for (int tries = 0; tries < 60; tries++) {
                var bytes = Files.readAllBytes(file);
                for (int changes = 0; changes < 3; changes++)
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                Files.write(report, bytes);
                switch (JUnitReports.read(directory, "report.xml", Instant.EPOCH)) {
                    case ReportResult.Read(var read) -> assertTrue(read.cases().size() < 30);
                    case ReportResult.Unreadable(var name, _) -> assertEquals("report.xml", name);
                    case ReportResult.NoReport(var reason) -> throw new AssertionError(reason);
                }
            }
        }
    }

    private static List<String> results(String glob) {
        return Reports.report(JUnitReports.read(Reports.folder(), glob, Instant.EPOCH))
                .cases()
                .map(each -> each.outcome() + " " + each.label())
                .toJavaList();
    }
}
