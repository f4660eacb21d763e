package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.history.RunStatistics.Range;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

class RunStatisticsTest {
    @Test
    void a_range_is_made_of_values_that_occurred() {
        assertThat(RunStatistics.range(Vector.empty())).isEmpty();
        assertThat(RunStatistics.range(Vector.of(7L))).containsExactly(new Range(7, 7));
        assertThat(RunStatistics.range(Vector.of(9L, 1L))).containsExactly(new Range(1, 9));
        assertThat(RunStatistics.range(Vector.rangeClosed(1L, 10L).reverse()))
                .containsExactly(new Range(5, 9));
        assertThat(RunStatistics.range(Vector.rangeClosed(1L, 11L)))
                .containsExactly(new Range(6, 10));
    }
}
