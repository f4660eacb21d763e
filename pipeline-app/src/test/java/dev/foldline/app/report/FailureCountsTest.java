package dev.foldline.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Findings;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** The counts of identical failures, as explain shows them. */
class FailureCountsTest {
    @Test
    void a_check_that_failed_twice_has_one_time_left() {
        var once = Findings.NONE.failed("checks", Option.of("same"));
        assertThat(FailureCounts.lines(once))
                .containsExactly("the check checks has failed 1 of 3 times with the same output");
        assertThat(FailureCounts.lines(once.failed("checks", Option.of("same"))))
                .containsExactly("the check checks has failed 2 of 3 times with the same output");
    }

    @Test
    void nothing_is_counted_after_a_success() {
        assertThat(
                        FailureCounts.lines(
                                Findings.NONE
                                        .failed("checks", Option.of("same"))
                                        .passed("checks", "tree")))
                .isEmpty();
    }
}
