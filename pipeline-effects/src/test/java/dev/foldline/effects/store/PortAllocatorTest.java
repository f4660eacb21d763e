package dev.foldline.effects.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** No two runs have the same port. */
class PortAllocatorTest {
    private static final int LEAST = 20_000;

    @TempDir Path folder;
    private final Random random = new Random(1);
    private Runs runs;
    private PortAllocator ports;

    @BeforeEach
    void none() {
        runs = new Runs(folder);
        ports = new PortAllocator(runs);
    }

    private RunDirectory run() throws IOException {
        return runs.create(RunId.draw(random));
    }

    @Test
    void each_run_has_its_own_and_keeps_it() throws IOException {
        var one = run();
        var other = run();
        assertThat(ports.of(one, LEAST)).contains(LEAST);
        assertThat(ports.of(other, LEAST)).contains(LEAST + 1);
        assertThat(new PortAllocator(runs).of(one, LEAST))
                .as("in another process, too")
                .contains(LEAST);
    }

    @Test
    void a_released_port_can_be_used_by_another_run() throws IOException {
        var one = run();
        ports.of(one, LEAST);
        ports.release(one);
        ports.release(one);
        assertThat(ports.of(run(), LEAST)).contains(LEAST);
    }

    @Test
    void an_exhausted_range_gives_no_port() throws IOException {
        ports.of(run(), 65_535);
        assertThat(ports.of(run(), 65_535)).isEmpty();
    }

    @Test
    void runs_that_start_at_the_same_time_get_different_ports() throws Exception {
        var asked = new ArrayList<Callable<Optional<Integer>>>();
        for (int each = 0; each < 20; each++) {
            var run = run();
            asked.add(() -> ports.of(run, LEAST));
        }
        try (var threads = Executors.newFixedThreadPool(8)) {
            var given = new ArrayList<Integer>();
            for (var answer : threads.invokeAll(asked)) given.add(answer.get().orElseThrow());
            assertThat(given).doesNotHaveDuplicates().hasSize(20);
        }
    }
}
