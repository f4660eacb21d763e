package dev.foldline.app.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.live.EventOrder.Entry;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

class NotedEventsTest {
    @TempDir Path folder;

    /** The part that was read is damaged meanwhile, which only a second reading can find. */
    @Test
    void the_next_part_of_a_run_is_read_without_the_part_before_it() throws Exception {
        var runs = Runs.of(CliFixture.gated(folder).root.resolve(".git"));
        var run = runs.newestFirst().getFirst();
        var events = new NotedEvents(runs);
        assertThat(read(events, run, 1, 8)).hasSize(8);
        damage(run);
        assertThat(read(events, run, 8, 10)).containsExactlyInAnyOrder(8L, 9L, 10L);
        assertThat(read(events, run, 11, 12)).containsExactlyInAnyOrder(11L, 12L);
        assertThat(read(new NotedEvents(runs), run, 8, 10)).isEmpty();
    }

    private static Set<Long> read(NotedEvents events, RunDirectory run, long first, long last)
            throws IOException {
        List<Entry> entries =
                LongStream.rangeClosed(first, last)
                        .mapToObj(seq -> new Entry(run.id(), seq, 0, true))
                        .toList();
        return events.of(entries).get(run.id()).keySet();
    }

    private static void damage(RunDirectory run) throws IOException {
        var content = Files.readAllBytes(run.events());
        content[10] ^= 1;
        Files.write(run.events(), content);
    }
}
