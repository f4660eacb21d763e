package dev.foldline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Impossible;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.change.WitnessText;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** What a trial has shown is one sentence, the same everywhere. */
class WitnessTextTest {
    private static final Failed FAILED = new Failed(Vector.of("test_add", "test_sub"));

    private static String of(Trial trial, TrialResult result) {
        return WitnessText.of(trial, result);
    }

    @Test
    void the_tests_before_the_change_pass_or_were_weakened_or_do_not_build() {
        assertThat(of(Trial.OLD_TESTS, new Passed()))
                .isEqualTo("The tests before the change pass on the new code.");
        assertThat(of(Trial.OLD_TESTS, FAILED))
                .isEqualTo(
                        "The tests before the change fail on the new code: test_add, test_sub: they"
                                + " were weakened, or the behavior that they held has changed.");
        assertThat(of(Trial.OLD_TESTS, new Unbuilt("unit: undefined: Sub")))
                .isEqualTo(
                        "The tests before the change do not build with the new code: unit:"
                                + " undefined: Sub.");
    }

    @Test
    void the_new_tests_fail_on_the_old_code_or_prove_nothing() {
        assertThat(of(Trial.NEW_TESTS, FAILED))
                .isEqualTo("The new tests fail on the code before the change, as they should.");
        assertThat(of(Trial.NEW_TESTS, new Passed()))
                .isEqualTo(
                        "The new tests also pass on the code before the change: they prove nothing"
                                + " about it.");
        assertThat(of(Trial.NEW_TESTS, new Unbuilt("unit: it ended...")))
                .isEqualTo(
                        "The new tests do not build with the code before the change: unit: it"
                                + " ended...");
    }

    @Test
    void what_a_clean_checkout_lacks_is_never_a_weakened_test() {
        assertThat(of(Trial.CONTROL, new Passed()))
                .isEqualTo("The checks pass in a clean checkout.");
        assertThat(of(Trial.CONTROL, FAILED))
                .isEqualTo(
                        "No witness possible: the checks fail in a clean checkout: test_add,"
                                + " test_sub.");
        assertThat(of(Trial.CONTROL, new Unbuilt("unit: it wrote no test report")))
                .isEqualTo(
                        "No witness possible: the checks do not run in a clean checkout: unit: it"
                                + " wrote no test report.");
        for (var trial : Trial.values())
            assertThat(of(trial, new Impossible("npm test: Cannot find module 'jest'")))
                    .isEqualTo("No witness possible: npm test: Cannot find module 'jest'.");
    }

    @Test
    void many_names_are_cut() {
        assertThat(of(Trial.OLD_TESTS, new Failed(Vector.range(0, 30).map(n -> "t" + n))))
                .contains(", t19 and 10 more: they were weakened");
    }
}
