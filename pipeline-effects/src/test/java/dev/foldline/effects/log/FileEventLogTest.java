package dev.foldline.effects.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.foldline.core.PipelineBug;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

class FileEventLogTest {
    @TempDir Path directory;

    @Test
    void the_format_of_a_line_does_not_change_silently() throws IOException {
        Path file = directory.resolve("events.jsonl");
        try (FileEventLog log = Logs.open(file)) {
            log.append(LogEntry.of(Logs.NOON, "{\"type\":\"begun\"}"));
            log.append(
                    new LogEntry(
                            Logs.NOON.plusNanos(1_999_999),
                            OptionalLong.of(7),
                            Optional.of("await \"it\""),
                            "{\"type\":\"ended\"}"));
        }
        assertThat(Files.readString(file))
                .isEqualTo(
                        """
                        {"v":1,"seq":1,"at":"2026-11-21T12:00:00.000Z","event":{"type":"begun"},"prev":"%s","crc":"836e3659"}
                        {"v":1,"seq":2,"at":"2026-11-21T12:00:00.001Z","ticket":7,"rule":"await \\"it\\"","event":{"type":"ended"},"prev":"c583a16b2f634cfeb288db3496fb4873a5c3c665afce65d706a6a0df38ed3787","crc":"d6076304"}
                        """
                                .formatted("0".repeat(64)));
    }

    @Test
    void appended_events_are_read_back() throws IOException {
        Path file = directory.resolve("events.jsonl");
        Logs.write(file, 5);
        List<LogLine> lines = Logs.lines(file);
        assertThat(lines).hasSize(5);
        LogLine third = lines.get(2);
        assertThat(third.seq()).isEqualTo(3);
        assertThat(third.at()).isEqualTo(Logs.entry(3).at());
        assertThat(third.ticket()).isEqualTo(OptionalLong.of(3));
        assertThat(third.rule()).isEqualTo(Logs.entry(3).rule());
        assertThat(third.event()).isEqualTo(Logs.entry(3).event());
        assertThat(
                        third.<String>event(
                                (bytes, from, length) ->
                                        new String(bytes, from, length, StandardCharsets.UTF_8)))
                .isEqualTo(third.event());
    }

    @Test
    void an_event_that_no_reader_would_accept_is_refused_and_the_log_continues()
            throws IOException {
        Path file = directory.resolve("events.jsonl");
        try (FileEventLog log = Logs.open(file)) {
            log.append(Logs.entry(1));
            var before = log.end();
            var refused =
                    assertThrows(LogFault.class, () -> log.append(text(LogReader.LINE_BYTES_MAX)));
            assertThat(refused).hasMessageContaining("longer than");
            assertThat(log.end()).isEqualTo(before);
            log.append(text(LogReader.LINE_BYTES_MAX - 1_000));
            log.append(Logs.entry(3));
        }
        assertThat(Logs.lines(file)).hasSize(3);
    }

    @Test
    void the_longest_line_that_is_written_is_read_and_not_one_byte_more() throws IOException {
        Path file = directory.resolve("events.jsonl");
        int room = LogReader.LINE_BYTES_MAX - LogLine.write(LogPosition.START, text(0)).length - 1;
        try (FileEventLog log = Logs.open(file)) {
            assertThrows(LogFault.class, () -> log.append(text(room + 1)));
            log.append(text(room));
        }
        assertThat(Logs.lines(file)).hasSize(1);
    }

    private static LogEntry text(int length) {
        return LogEntry.of(Logs.NOON, "{\"type\":\"" + "x".repeat(length) + "\"}");
    }

    @Test
    void a_log_that_is_opened_again_continues_its_chain() throws IOException {
        Path file = directory.resolve("events.jsonl");
        byte[] before = Logs.write(file, 3);
        List<Long> seen = new ArrayList<>();
        if (FileEventLog.open(file, line -> seen.add(line.seq()))
                instanceof OpenLogResult.Opened(FileEventLog log, var repaired)) {
            assertThat(repaired).isEmpty();
            assertThat(log.append(Logs.entry(4)).seq()).isEqualTo(4);
            assertThat(log.end().offset()).isEqualTo(Files.size(file));
            log.close();
        }
        assertThat(seen).containsExactly(1L, 2L, 3L);
        assertThat(Logs.lines(file)).hasSize(4);
        assertThat(Files.readAllBytes(file)).startsWith(before);
    }

    @Test
    void an_open_log_continues_from_the_position_of_a_snapshot() throws IOException {
        Path file = directory.resolve("events.jsonl");
        LogPosition two;
        try (FileEventLog log = Logs.open(file)) {
            log.append(Logs.entry(1));
            two = log.append(Logs.entry(2));
            log.append(Logs.entry(3));
        }
        List<Long> seen = new ArrayList<>();
        assertThat(FileEventLog.open(file, two, List.of(), line -> seen.add(line.seq())))
                .isInstanceOf(OpenLogResult.Opened.class);
        assertThat(seen).containsExactly(3L);
        LogPosition elsewhere = new LogPosition(2, "f".repeat(64), two.offset());
        assertThrows(
                PipelineBug.class, () -> FileEventLog.open(file, elsewhere, List.of(), line -> {}));
    }

    @Test
    void an_interrupted_thread_still_appends_and_stays_interrupted() throws IOException {
        try (FileEventLog log = Logs.open(directory.resolve("events.jsonl"))) {
            Thread.currentThread().interrupt();
            log.append(Logs.entry(1));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(log.append(Logs.entry(2)).seq()).isEqualTo(2);
        }
    }

    @Test
    void a_log_that_was_deleted_or_replaced_takes_nothing() throws IOException {
        Path file = directory.resolve("events.jsonl");
        try (FileEventLog log = Logs.open(file)) {
            log.append(Logs.entry(1));
            Path saved = Files.copy(file, directory.resolve("copy"));
            Files.delete(file);
            assertThat(assertThrows(LogFault.class, () -> log.append(Logs.entry(2))))
                    .hasMessageContaining("is gone");
            Files.move(saved, file);
            assertThat(assertThrows(LogFault.class, () -> log.append(Logs.entry(2))))
                    .hasMessageContaining("replaced");
        }
    }

    @Test
    void a_second_writer_is_noticed_before_anything_is_written() throws IOException {
        Path file = directory.resolve("events.jsonl");
        try (FileEventLog log = Logs.open(file)) {
            log.append(Logs.entry(1));
            Files.writeString(file, "{}", StandardOpenOption.APPEND);
            byte[] before = Files.readAllBytes(file);
            assertThat(assertThrows(LogFault.class, () -> log.append(Logs.entry(2))))
                    .hasMessageContaining("another process");
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
        }
    }

    @Test
    void an_event_that_is_not_one_line_is_a_bug() {
        assertThrows(PipelineBug.class, () -> LogEntry.of(Logs.NOON, "{\n}"));
        assertThrows(PipelineBug.class, () -> LogEntry.of(Logs.NOON, "[]"));
    }

    @Test
    void memory_contains_the_bytes_the_file_would_contain() throws IOException {
        byte[] file = Logs.write(directory.resolve("events.jsonl"), 4);
        MemoryEventLog first = new MemoryEventLog();
        first.append(Logs.entry(1));
        first.append(Logs.entry(2));
        try (MemoryEventLog second = MemoryEventLog.continuing(first.bytes())) {
            second.append(Logs.entry(3));
            assertThat(second.append(Logs.entry(4)).seq()).isEqualTo(4);
            assertThat(second.bytes()).isEqualTo(file);
        }
    }
}
