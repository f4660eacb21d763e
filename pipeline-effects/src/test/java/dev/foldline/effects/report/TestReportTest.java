package dev.foldline.effects.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.foldline.effects.report.TestCase.Outcome;
import dev.foldline.effects.report.TestCaseCollector.TooManyNames;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

final class TestReportTest {

    @ParameterizedTest
    @CsvSource({
        "shop.CartTest, adds, shop.CartTest.adds",
        "'', adds, adds",
        "shop.CartTest, '', shop.CartTest",
        "'', '', (no name)",
        "cart is empty, cart is empty, cart is empty",
        "cart, cart is empty, cart is empty",
        "cart, cartAdds, cart.cartAdds"
    })
    void the_label_has_the_suite_unless_the_name_begins_with_it(
            String suite, String name, String label) {
        assertEquals(label, new TestCase(suite, name, Outcome.PASSED).label());
    }

    @Test
    void a_test_failed_if_any_of_its_listings_did() {
        var report =
                TestReport.of(
                        Vector.of(
                                of("b", Outcome.PASSED),
                                of("a", Outcome.SKIPPED),
                                of("b", Outcome.FAILED),
                                of("a", Outcome.PASSED)));
        assertEquals(Vector.of(of("a", Outcome.PASSED), of("b", Outcome.FAILED)), report.cases());
        assertEquals(Vector.of(of("b", Outcome.FAILED)), report.failures());
    }

    @Test
    void the_order_of_listings_changes_nothing_even_beyond_the_limit() throws TooManyNames {
        var random = new Random(7);
        for (int tries = 0; tries < 300; tries++) {
            var listed = new ArrayList<TestCase>();
            for (int each = 0; each < 30; each++)
                listed.add(of("t" + random.nextInt(20), Outcome.values()[random.nextInt(3)]));
            var first = collected(listed);
            Collections.shuffle(listed, random);
            assertEquals(first, collected(listed));
        }
    }

    @Test
    void failures_are_kept_first() throws TooManyNames {
        var report =
                collected(
                        Vector.of("a", "b", "c", "d", "e", "f", "g", "h")
                                .map(name -> of(name, Outcome.PASSED))
                                .append(of("z", Outcome.FAILED)));
        assertEquals("abcdz", report.cases().map(TestCase::label).mkString());
        assertEquals(4, report.casesLeftOut());
    }

    @Test
    void all_names_together_are_limited() {
        var name = "x".repeat(1_000_000);
        var collector = new TestCaseCollector();
        assertThrows(
                TooManyNames.class,
                () -> {
                    for (int each = 0; each < 31; each++) collector.add(of(name, Outcome.PASSED));
                });
    }

    @Test
    void a_long_name_is_cut_but_stays_another_than_its_like() {
        var long1 = TestName.of("x".repeat(500) + "1");
        var long2 = TestName.of("x".repeat(500) + "2");
        assertEquals(TestName.CHARS_MAX, long1.length());
        assertEquals("x...", long1.substring(384, 388));
        assertNotEquals(long1, long2);
    }

    @Test
    void a_cut_name_ends_with_a_whole_character() {
        for (var start : List.of("", "x")) {
            var cut = TestName.of(start + "\ud83d\ude00".repeat(300));
            assertTrue(StandardCharsets.UTF_8.newEncoder().canEncode(cut), cut);
        }
    }

    @Test
    void control_characters_are_visible() {
        assertEquals("a\\u001b[31mb\\nc\\td", TestName.of(" a\u001b[31mb\nc\td "));
    }

    private static TestReport collected(Iterable<TestCase> cases) throws TooManyNames {
        var collector = new TestCaseCollector(5);
        for (var each : cases) collector.add(each);
        return collector.report();
    }

    private static TestCase of(String name, Outcome outcome) {
        return new TestCase("", name, outcome);
    }
}
