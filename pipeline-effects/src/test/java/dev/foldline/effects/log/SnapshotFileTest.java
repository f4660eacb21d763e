package dev.foldline.effects.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

class SnapshotFileTest {
    @TempDir Path directory;

    private Path log;
    private Path file;
    private SnapshotFile snapshots;
    private Snapshot saved;

    @BeforeEach
    void a_snapshot_of_the_second_of_three_events() throws IOException {
        log = directory.resolve("events.jsonl");
        file = directory.resolve("snapshot.json");
        snapshots = new SnapshotFile(file, "rules 1");
        try (FileEventLog writing = Logs.open(log)) {
            writing.append(Logs.entry(1));
            saved = new Snapshot(writing.append(Logs.entry(2)), "{\"phase\":\"grün\"}");
            writing.append(Logs.entry(3));
        }
        snapshots.save(saved);
    }

    @Test
    void a_snapshot_is_read_as_it_was_saved() throws IOException {
        assertThat(snapshots.load(log)).contains(saved);
    }

    @Test
    void a_snapshot_at_the_start_of_a_log_is_one_too() throws IOException {
        Snapshot first = new Snapshot(LogPosition.START, "{}");
        snapshots.save(first);
        assertThat(snapshots.load(log)).contains(first);
    }

    @Test
    void a_missing_snapshot_is_none() throws IOException {
        Files.delete(file);
        assertThat(snapshots.load(log)).isEmpty();
    }

    @Test
    void a_snapshot_spoiled_anywhere_is_none() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at++) {
            byte[] spoiled = whole.clone();
            spoiled[at] ^= 1;
            Files.write(file, spoiled);
            assertThat(snapshots.load(log)).as("byte %s", at).isEmpty();
            Files.write(file, Arrays.copyOf(whole, at));
            assertThat(snapshots.load(log)).as("cut at %s", at).isEmpty();
        }
    }

    @Test
    void a_snapshot_made_by_other_rules_is_none() throws IOException {
        assertThat(new SnapshotFile(file, "rules 2").load(log)).isEmpty();
    }

    @Test
    void a_snapshot_of_another_log_is_none() throws IOException {
        Path other = directory.resolve("other.jsonl");
        Files.write(other, Arrays.copyOf(Files.readAllBytes(log), (int) saved.at().offset() - 1));
        assertThat(snapshots.load(other)).isEmpty();
        assertThat(snapshots.load(directory.resolve("none.jsonl"))).isEmpty();
        byte[] spoiled = Files.readAllBytes(log);
        spoiled[(int) saved.at().offset() - 30] ^= 1;
        Files.write(log, spoiled);
        assertThat(snapshots.load(log)).isEmpty();
    }

    @Test
    void a_snapshot_after_a_very_long_event_is_found_again() throws IOException {
        try (FileEventLog writing = Logs.open(log)) {
            String event = "{\"text\":\"" + "x".repeat(1_000_000) + "\"}";
            Snapshot late = new Snapshot(writing.append(LogEntry.of(Logs.NOON, event)), "{}");
            snapshots.save(late);
            assertThat(snapshots.load(log)).contains(late);
        }
        assertThat(Logs.lines(log)).hasSize(4);
    }
}
