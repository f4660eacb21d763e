package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.history.RunStatistics.Range;

import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

class RunStatisticsTest {
    @TempDir Path folder;

    @Test
    void a_run_that_cannot_be_read_is_not_counted() throws IOException {
        var run = new Runs(folder).create(RunId.draw(new SecureRandom()));
        assertThat(RunStatistics.usageIfCompleted(run)).as("no log").isEmpty();
        Files.createDirectory(run.events());
        assertThat(RunStatistics.usageIfCompleted(run)).as("not a file").isEmpty();
    }

    @Test
    void a_range_is_made_of_values_that_occurred() {
        assertThat(RunStatistics.range(Vector.empty())).isEmpty();
        assertThat(RunStatistics.range(Vector.of(7L))).containsExactly(new Range(7, 7, 1));
        assertThat(RunStatistics.range(Vector.of(9L, 1L))).containsExactly(new Range(1, 9, 2));
        assertThat(RunStatistics.range(Vector.rangeClosed(1L, 10L).reverse()))
                .containsExactly(new Range(5, 9, 10));
        assertThat(RunStatistics.range(Vector.rangeClosed(1L, 11L)))
                .containsExactly(new Range(6, 10, 11));
    }
}
