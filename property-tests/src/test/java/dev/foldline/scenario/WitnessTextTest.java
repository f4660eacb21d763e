package dev.foldline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.change.ChangeFindings;
import dev.foldline.core.change.ChangeReason;
import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.FindingsText;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialFailure;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Impossible;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.change.UnlistedFiles;
import dev.foldline.core.change.WitnessText;
import dev.foldline.core.verdict.CheckFailure;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** What a trial has shown is one sentence, the same everywhere. */
class WitnessTextTest {
    private static final Failed FAILED = failed(Vector.of("test_add", "test_sub"));

    private static Failed failed(Vector<String> tests) {
        return new Failed(
                tests.map(test -> new TrialFailure(new CheckFailure.Test("unit", test), test)));
    }

    private static String of(Trial trial, TrialResult result) {
        return WitnessText.of(trial, result);
    }

    @Test
    void the_tests_before_the_change_pass_or_were_weakened_or_do_not_build() {
        assertThat(of(Trial.OLD_TESTS, new Passed()))
                .isEqualTo("The tests before the change pass on the new code.");
        assertThat(of(Trial.OLD_TESTS, FAILED))
                .isEqualTo(
                        "The tests before the change fail on the new code: test_add, test_sub. They"
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
    void changed_tests_are_named_as_long_as_they_are_not_tried_as_they_were() {
        var tests = new TestChanges(Vector.empty(), Vector.of("b_test"), Vector.of("a_test"));
        var compared =
                ChangeFindings.NONE.withReport(
                        new ChangeReport("base", "tree", Vector.empty(), tests, 2, 8));
        var failing = compared.withTrial(Trial.CONTROL, new Impossible("npm test: no jest"));
        assertThat(FindingsText.witness(failing))
                .containsExactly(
                        "Tests were removed or are skipped in a_test.",
                        "Tests were changed in b_test.",
                        "No witness possible: npm test: no jest.");
        var tried =
                compared.withTrial(Trial.CONTROL, new Passed())
                        .withTrial(Trial.OLD_TESTS, FAILED)
                        .withTrial(Trial.OLD_TESTS, new Passed());
        assertThat(FindingsText.witness(tried))
                .containsExactly(
                        "Tests were removed or are skipped in a_test.",
                        "The checks pass in a clean checkout.",
                        "The tests before the change pass on the new code.");
    }

    @Test
    void many_names_are_cut() {
        assertThat(of(Trial.OLD_TESTS, failed(Vector.range(0, 30).map(n -> "t" + n))))
                .contains(", t19 and 10 more. They were weakened");
    }

    /** People who merge a request read first what happened to tests, and each file at last. */
    @Test
    void the_notes_of_a_request_begin_with_tests_and_name_all_reasons() {
        var report =
                new ChangeReport(
                        "base",
                        "tree",
                        Vector.of(
                                new GuardedFile(
                                        "test.sh",
                                        "is run by the check unit",
                                        Option.of("new"),
                                        Option.none())),
                        Option.of(new UnlistedFiles(7, "content")),
                        new TestChanges(
                                Vector.empty(), Vector.empty(), Vector.of("tests/a_test.sh")),
                        120,
                        50);
        var findings = ChangeFindings.NONE.withReport(report);
        var reasons =
                Vector.<ChangeReason>of(
                        new ChangeReason.Judge(report.guarded().head()),
                        new ChangeReason.OtherJudges(report.unlisted().get()),
                        new ChangeReason.TestsRemoved(Vector.empty()),
                        new ChangeReason.TestsMissing(Vector.of("test_add")),
                        new ChangeReason.TooLarge("tree", 120, 50, 100, 2000));
        assertThat(FindingsText.notes(findings, reasons))
                .containsExactly(
                        "Tests were removed or are skipped in tests/a_test.sh.",
                        "7 more files that judge the change were changed.",
                        "Tests that passed on the base do not run any more: test_add.",
                        "The change touches 120 files, more than 100.",
                        "test.sh was changed; it is run by the check unit.");
    }
}
