package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.history.Bisection.Verdict;

import org.junit.jupiter.api.Test;

import java.util.Set;

class BisectionTest {

    @Test
    void each_first_bad_event_is_found_within_the_bound() throws Exception {
        for (long last = 1; last <= 130; last++)
            for (long bad = 1; bad <= last; bad++) {
                var found = search(last, bad, Set.of());
                assertThat(found.firstBad()).isEqualTo(bad);
                assertThat(found.isExact()).isTrue();
                assertThat(found.probes()).isLessThanOrEqualTo(bound(last));
            }
    }

    @Test
    void a_planted_event_among_ten_thousand_is_found_within_the_bound() throws Exception {
        for (long bad : new long[] {1, 2, 4_999, 5_000, 5_001, 9_999, 10_000}) {
            var found = search(10_000, bad, Set.of());
            assertThat(found.firstBad()).isEqualTo(bad);
            assertThat(found.probes()).isLessThanOrEqualTo(bound(10_000));
        }
    }

    @Test
    void a_log_that_is_good_at_its_end_has_no_bad_event() throws Exception {
        assertThat(search(40, 41, Set.of()).isFound()).isFalse();
    }

    @Test
    void skipped_events_are_passed_over() throws Exception {
        var found = search(100, 60, Set.of(50L, 61L, 62L));
        assertThat(found.firstBad()).isEqualTo(60);
        assertThat(found.isExact()).isTrue();
    }

    @Test
    void skipped_events_before_the_first_bad_one_make_the_answer_inexact() throws Exception {
        var found = search(100, 60, Set.of(58L, 59L));
        assertThat(found.firstBad()).isEqualTo(60);
        assertThat(found.lastGood()).isEqualTo(57);
        assertThat(found.isExact()).isFalse();
    }

    private static Bisection search(long last, long bad, Set<Long> skipped) throws Exception {
        return Bisection.of(
                last,
                seq ->
                        skipped.contains(seq)
                                ? Verdict.SKIP
                                : seq < bad ? Verdict.GOOD : Verdict.BAD);
    }

    /** The binary logarithm, rounded up, and one more. */
    private static int bound(long events) {
        return 64 - Long.numberOfLeadingZeros(events - 1) + 1;
    }
}
