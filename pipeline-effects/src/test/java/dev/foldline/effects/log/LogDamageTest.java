package dev.foldline.effects.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class LogDamageTest {
    @TempDir Path directory;

    private Path file;
    private byte[] whole;
    private List<String> lines;

    @BeforeEach
    void a_log_of_four_events() throws IOException {
        file = directory.resolve("events.jsonl");
        whole = Logs.write(file, 4);
        lines = new ArrayList<>(new String(whole, StandardCharsets.UTF_8).lines().toList());
    }

    @Test
    void a_flipped_byte_is_found_wherever_it_is() throws IOException {
        int line = 1;
        for (int at = 0; at < whole.length; at++) {
            for (int bit : new int[] {0x01, 0x04, 0x80}) {
                byte[] spoiled = whole.clone();
                spoiled[at] ^= (byte) bit;
                assertThat(Logs.damage(spoiled).line())
                        .as("bit %s of byte %s", bit, at)
                        .isEqualTo(line);
            }
            if (whole[at] == '\n') {
                line++;
            }
        }
    }

    @Test
    void a_changed_letter_is_reported_with_its_line_and_both_checksums() throws IOException {
        byte[] spoiled =
                String.join("\n", lines)
                        .replace("\"number\":2", "\"number\":9")
                        .concat("\n")
                        .getBytes(StandardCharsets.UTF_8);
        LogDamage.Flipped damage = assertInstanceOf(LogDamage.Flipped.class, Logs.damage(spoiled));
        assertThat(damage.line()).isEqualTo(2);
        assertThat(lines.get(1)).endsWith("\"crc\":\"" + damage.expectedCrc() + "\"}");
        assertThat(damage.actualCrc()).isNotEqualTo(damage.expectedCrc());
        assertThat(damage.message()).startsWith("line 2 has changed");
    }

    @Test
    void a_missing_a_doubled_and_a_moved_line_are_found() throws IOException {
        assertThat(damageOf(lines.get(0), lines.get(2), lines.get(3)))
                .isEqualTo(new LogDamage.OutOfSequence(2, 2, 3));
        assertThat(damageOf(lines.get(1))).isEqualTo(new LogDamage.OutOfSequence(1, 1, 2));
        assertThat(damageOf(lines.get(0), lines.get(0)))
                .isEqualTo(new LogDamage.OutOfSequence(2, 2, 1));
        assertThat(damageOf(lines.get(0), lines.get(1), lines.get(3), lines.get(2)))
                .isEqualTo(new LogDamage.OutOfSequence(3, 3, 4));
    }

    @Test
    void a_line_of_another_history_breaks_the_chain() throws IOException {
        MemoryEventLog other = new MemoryEventLog();
        other.append(Logs.entry(7));
        other.append(Logs.entry(2));
        String second = new String(other.bytes(), StandardCharsets.UTF_8).lines().toList().get(1);
        assertThat(damageOf(lines.get(0), second)).isInstanceOf(LogDamage.BrokenChain.class);
    }

    @Test
    void a_newer_version_is_refused_regardless_of_the_shape_of_its_lines() throws IOException {
        String ours =
                new String(
                        LineChecksum.close(body(lines.get(1)).replace("{\"v\":1", "{\"v\":2")),
                        StandardCharsets.UTF_8);
        assertThat(damageOf(lines.get(0), ours)).isEqualTo(new LogDamage.NewerVersion(2, 2, 1));
        assertThat(damageOf("{\"v\":3,\"everything\":\"else\"}"))
                .isEqualTo(new LogDamage.NewerVersion(1, 3, 1));
        assertThat(damageOf(lines.get(0).replace("{\"v\":1", "{\"v\":2")))
                .isInstanceOf(LogDamage.Flipped.class);
    }

    @Test
    void a_foreign_line_is_unreadable() throws IOException {
        assertThat(damageOf("")).isInstanceOf(LogDamage.Unreadable.class);
        assertThat(damageOf("hello")).isInstanceOf(LogDamage.Unreadable.class);
        assertThat(
                        damageOf(
                                        new String(
                                                LineChecksum.close("{\"v\":1,\"seq\":1"),
                                                StandardCharsets.UTF_8))
                                .message())
                .contains("line 1", ",\"at\":", "is missing");
    }

    @Test
    void a_damaged_log_is_not_written_to() throws IOException {
        byte[] spoiled = whole.clone();
        spoiled[whole.length / 2] ^= 1;
        Files.write(file, spoiled);
        List<Long> seen = new ArrayList<>();
        assertThat(FileEventLog.open(file, line -> seen.add(line.seq())))
                .isInstanceOf(OpenLogResult.Refused.class);
        assertThat(Files.readAllBytes(file)).isEqualTo(spoiled);
        assertThat(seen).isNotEmpty();
    }

    @Test
    void a_file_without_line_feeds_is_refused_before_it_fills_the_memory() throws IOException {
        assertThat(Logs.damage(new byte[LogReader.LINE_BYTES_MAX + 1]).message())
                .contains("longer than");
    }

    private static LogDamage damageOf(String... lines) throws IOException {
        return Logs.damage((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String body(String line) {
        return line.substring(0, line.indexOf(",\"crc\":\""));
    }
}
