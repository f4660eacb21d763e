package dev.foldline.effects.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.foldline.core.PipelineBug;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/** A long log is taken up behind its snapshot, and still no damage before it is passed over. */
class PrefixCheckTest {
    private static final int LINES = 60;
    private static final int LINE_BYTES = 100_000;

    @TempDir Path directory;
    private Path file;
    private LogPosition snapshot;
    private final AtomicInteger distrusted = new AtomicInteger();

    /** A log of some megabytes, with a snapshot three lines before its end. */
    @BeforeEach
    void a_long_log() throws IOException {
        file = directory.resolve("events.jsonl");
        try (var log = Logs.open(file)) {
            for (int number = 1; number <= LINES; number++) {
                var at = log.append(entry(number));
                if (number == LINES - 3) snapshot = at;
            }
        }
    }

    private static LogEntry entry(int number) {
        return new LogEntry(
                Logs.NOON,
                OptionalLong.of(number),
                Optional.empty(),
                "{\"type\":\"noted\",\"text\":\"" + "x".repeat(LINE_BYTES) + "\"}");
    }

    private OpenLogResult open(List<Long> seen) throws IOException {
        return FileEventLog.openBehind(
                file,
                snapshot,
                List.of(),
                line -> seen.add(line.seq()),
                distrusted::incrementAndGet);
    }

    private FileEventLog opened() throws IOException {
        return assertInstanceOf(OpenLogResult.Opened.class, open(new ArrayList<>())).log();
    }

    /** What the slow way says: all lines are checked before the log is opened. */
    private boolean isRefusedAtOnce() throws IOException {
        var result = FileEventLog.open(file, snapshot, List.of(), _ -> {});
        if (result instanceof OpenLogResult.Opened(var log, _)) log.close();
        return result instanceof OpenLogResult.Refused;
    }

    private void spoil(long offset) throws IOException {
        var bytes = Files.readAllBytes(file);
        bytes[(int) offset] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void a_sound_log_continues_and_only_its_last_lines_are_read_first() throws IOException {
        var seen = new ArrayList<Long>();
        try (var log = assertInstanceOf(OpenLogResult.Opened.class, open(seen)).log()) {
            assertThat(seen).containsExactly(LINES - 2L, LINES - 1L, (long) LINES);
            assertThat(log.append(entry(LINES + 1)).seq()).isEqualTo(LINES + 1);
            log.awaitChecked();
            assertThat(log.isChecked()).isTrue();
        }
        assertThat(distrusted).hasValue(0);
        assertThat(isRefusedAtOnce()).isFalse();
        assertThat(Logs.lines(file)).hasSize(LINES + 1);
    }

    @Test
    void damage_anywhere_before_the_snapshot_ends_the_wait_and_every_later_append()
            throws IOException {
        for (long offset = 50; offset < snapshot.offset(); offset += snapshot.offset() / 7) {
            spoil(offset);
            assertThat(isRefusedAtOnce()).as("at %d", offset).isTrue();
            distrusted.set(0);
            try (var log = opened()) {
                assertThat(assertThrows(LogFault.class, log::awaitChecked))
                        .hasMessageContaining("is damaged: line ");
                assertThat(distrusted).hasValue(1);
                assertThat(log.isChecked()).isFalse();
                assertThat(assertThrows(LogFault.class, () -> log.append(entry(LINES + 1))))
                        .hasMessageContaining("is damaged: line ");
            }
            spoil(offset);
        }
    }

    @Test
    void damage_behind_the_snapshot_is_refused_at_once() throws IOException {
        spoil(snapshot.offset() + 50);
        assertThat(open(new ArrayList<>())).isInstanceOf(OpenLogResult.Refused.class);
    }

    @Test
    void another_log_with_the_same_last_line_is_not_taken_for_this_one() throws IOException {
        var bytes = Files.readAllBytes(file);
        int second = new String(bytes, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
        // The second line in place of the first: each is whole, and the offsets stay the same.
        System.arraycopy(bytes, second, bytes, 0, second);
        Files.write(file, bytes);
        assertThat(isRefusedAtOnce()).isTrue();
        try (var log = opened()) {
            assertThrows(LogFault.class, log::awaitChecked);
        }
        assertThat(distrusted).hasValue(1);
    }

    @Test
    void a_log_that_is_closed_early_reports_nothing() throws IOException {
        spoil(50);
        var log = opened();
        log.close();
        assertThat(distrusted.get()).isBetween(0, 1);
        assertThat(log.isChecked()).isFalse();
    }

    @Test
    void a_snapshot_that_names_another_line_is_refused_as_before() throws IOException {
        snapshot = new LogPosition(snapshot.seq(), "f".repeat(64), snapshot.offset());
        assertThrows(PipelineBug.class, () -> open(new ArrayList<>()));
    }
}
