package dev.foldline.effects.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

class HeadFileTest {
    @TempDir Path directory;

    private Path file;
    private Path head;

    @BeforeEach
    void a_place_for_a_log() {
        file = directory.resolve("events.jsonl");
        head = HeadFile.of(file);
    }

    @Test
    void the_head_names_each_event_after_it_is_appended() throws IOException {
        try (FileEventLog log = Logs.open(file)) {
            assertThat(HeadFile.read(file)).as("an empty log has no head").isEmpty();
            for (int number = 1; number <= 5; number++) {
                LogPosition end = log.append(Logs.entry(number));
                assertThat(HeadFile.read(file)).contains(end);
            }
        }
        assertThat(Files.size(head)).isEqualTo(512);
    }

    @Test
    void the_head_is_never_ahead_of_an_event_that_could_not_be_forced() throws IOException {
        Logs.write(file, 2);
        LogPosition two = HeadFile.read(file).orElseThrow();
        try (FileEventLog log = new FileEventLog(file, failing(LogFileOperations.to(file)), two)) {
            assertThrows(LogFault.class, () -> log.append(Logs.entry(3)));
            log.forceHead();
        }
        assertThat(HeadFile.read(file)).contains(two);
        try (FileEventLog again = Logs.open(file)) {
            assertThat(again.end()).isEqualTo(two);
        }
    }

    /** A disk that forces nothing. */
    private static LogFileOperations failing(LogFileOperations real) {
        return new LogFileOperations() {
            @Override
            public long size() throws IOException {
                return real.size();
            }

            @Override
            public void write(byte[] bytes) throws IOException {
                real.write(bytes);
            }

            @Override
            public void force() throws IOException {
                throw new IOException("I/O error");
            }

            @Override
            public void truncate(long size) throws IOException {
                real.truncate(size);
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    @Test
    void a_head_damaged_anywhere_in_its_latest_slot_names_the_event_before() throws IOException {
        Logs.write(file, 7);
        byte[] whole = Files.readAllBytes(head);
        LogPosition seven = HeadFile.read(file).orElseThrow();
        for (int at = 256;
                at
                        < 256
                                + new String(whole, 256, 256, StandardCharsets.US_ASCII)
                                        .stripTrailing()
                                        .length();
                at++) {
            byte[] spoiled = whole.clone();
            spoiled[at] ^= 1;
            Files.write(head, spoiled);
            assertThat(HeadFile.read(file).map(LogPosition::seq)).as("byte %d", at).contains(6L);
        }
        for (int length = 0; length < 512; length += 37) {
            Files.write(head, Arrays.copyOf(whole, length));
            assertThat(HeadFile.read(file).map(LogPosition::seq))
                    .isEqualTo(length < 256 ? Optional.empty() : Optional.of(6L));
        }
        Files.write(head, whole);
        assertThat(HeadFile.read(file)).contains(seven);
    }

    @Test
    void a_head_that_cannot_be_written_costs_no_event_and_fails_when_it_must_be_durable()
            throws IOException {
        Files.createDirectory(head);
        try (FileEventLog log = Logs.open(file)) {
            assertThat(log.append(Logs.entry(1)).seq()).isEqualTo(1);
            LogFault fault = assertThrows(LogFault.class, log::forceHead);
            assertThat(fault).hasMessageContaining(head.toString());
            Files.delete(head);
            log.forceHead();
        }
        assertThat(HeadFile.read(file).map(LogPosition::seq)).contains(1L);
        assertThat(Logs.lines(file)).hasSize(1);
    }

    @Test
    void a_log_cut_at_any_byte_is_refused_with_both_numbers_and_left_as_it_is() throws IOException {
        byte[] whole = Logs.write(file, 4);
        LogPosition four = HeadFile.read(file).orElseThrow();
        for (int length = 1; length < whole.length - 1; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            Files.write(file, cut);
            OpenLogResult.Refused refused =
                    assertInstanceOf(
                            OpenLogResult.Refused.class, FileEventLog.open(file, line -> {}));
            long kept =
                    Arrays.stream(new String(cut, StandardCharsets.UTF_8).split("", -1))
                            .filter("\n"::equals)
                            .count();
            assertThat(refused.damage()).isEqualTo(new LogDamage.Cut(kept + 1, 4, "events.head"));
            assertThat(refused.damage().message())
                    .contains("ends at event " + kept, "come to event 4");
            assertThat(Files.readAllBytes(file)).isEqualTo(cut);
            assertThat(HeadFile.read(file)).contains(four);
        }
    }

    @Test
    void a_line_that_lacks_only_its_line_feed_is_not_missing() throws IOException {
        byte[] whole = Logs.write(file, 4);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        Logs.open(file).close();
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 13})
    void a_diverged_log_is_refused(int last) throws IOException {
        Logs.write(directory.resolve("other.jsonl"), 1);
        Logs.write(file, 3);
        try (FileEventLog other = Logs.open(directory.resolve("other.jsonl"))) {
            for (int number = 11; number <= last; number++) {
                other.append(Logs.entry(number));
            }
        }
        Files.write(file, Files.readAllBytes(directory.resolve("other.jsonl")));
        assertThat(FileEventLog.open(file, line -> {}))
                .isEqualTo(new OpenLogResult.Refused(new LogDamage.Replaced(3, "events.head")));
    }

    @Test
    void inner_damage_is_reported_with_its_kind() throws IOException {
        byte[] spoiled = Logs.write(file, 4);
        spoiled[spoiled.length - 20] ^= 1;
        Files.write(file, spoiled);
        OpenLogResult.Refused refused =
                assertInstanceOf(
                        OpenLogResult.Refused.class,
                        FileEventLog.open(
                                file,
                                LogPosition.START,
                                List.of(
                                        new KnownHead(
                                                "a snapshot",
                                                new LogPosition(9, "f".repeat(64), 99))),
                                line -> {}));
        assertThat(refused.damage()).isInstanceOf(LogDamage.Flipped.class);
    }
}
