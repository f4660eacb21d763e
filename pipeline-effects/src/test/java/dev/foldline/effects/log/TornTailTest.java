package dev.foldline.effects.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

class TornTailTest {
    @TempDir Path directory;

    private Path file;
    private byte[] whole;
    private int lastLine;

    @BeforeEach
    void a_log_of_three_events() throws IOException {
        file = directory.resolve("events.jsonl");
        int two = Logs.write(directory.resolve("two.jsonl"), 2).length;
        whole = Logs.write(file, 3);
        lastLine = two;
    }

    @Test
    void a_line_torn_at_any_byte_is_cut_off_and_the_log_continues() throws IOException {
        for (int length = lastLine + 1; length < whole.length - 1; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            Files.deleteIfExists(HeadFile.of(file));
            OpenLogResult.Opened opened =
                    assertInstanceOf(
                            OpenLogResult.Opened.class, FileEventLog.open(file, line -> {}));
            assertThat(opened.repaired())
                    .contains(new TornTail(3, lastLine, length - lastLine, false));
            assertThat(Files.size(file)).isEqualTo(lastLine);
            opened.log().append(Logs.entry(3));
            opened.log().close();
            assertThat(Files.readAllBytes(file)).isEqualTo(whole);
        }
    }

    @Test
    void a_line_that_lacks_only_its_line_feed_is_kept() throws IOException {
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        OpenLogResult.Opened opened =
                assertInstanceOf(OpenLogResult.Opened.class, FileEventLog.open(file, line -> {}));
        opened.log().close();
        assertThat(opened.repaired().map(TornTail::whole)).contains(true);
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
        assertThat(MemoryEventLog.continuing(Arrays.copyOf(whole, whole.length - 1)).bytes())
                .isEqualTo(whole);
    }

    @Test
    void a_cut_between_lines_is_no_tear() throws IOException {
        for (int length : new int[] {0, lastLine, whole.length}) {
            Files.write(file, Arrays.copyOf(whole, length));
            Files.deleteIfExists(HeadFile.of(file));
            OpenLogResult.Opened opened =
                    assertInstanceOf(
                            OpenLogResult.Opened.class, FileEventLog.open(file, line -> {}));
            opened.log().close();
            assertThat(opened.repaired()).isEmpty();
            assertThat(Files.size(file)).isEqualTo(length);
        }
    }

    @Test
    void reading_alone_ignores_a_torn_tail_and_reports_it() throws IOException {
        byte[] torn = Arrays.copyOf(whole, whole.length - 10);
        Files.write(file, torn);
        assertThat(Logs.lines(file)).hasSize(2);
        ReadResult.End end = assertInstanceOf(ReadResult.End.class, Logs.last(torn));
        assertThat(end.position().seq()).isEqualTo(2);
        assertThat(end.tail().map(TornTail::message))
                .contains(
                        "line 3 was cut short by a crash after "
                                + (torn.length - lastLine)
                                + " bytes");
        assertThat(Files.readAllBytes(file)).isEqualTo(torn);
    }

    @Test
    void a_reader_sees_a_torn_line_once_it_is_whole() throws IOException {
        Files.write(file, Arrays.copyOf(whole, whole.length - 10));
        try (LogReader reader = LogReader.open(file)) {
            reader.next();
            reader.next();
            assertThat(reader.next()).isInstanceOf(ReadResult.End.class);
            Files.write(file, whole);
            assertThat(reader.next()).isInstanceOf(ReadResult.Line.class);
            assertThat(reader.next())
                    .isEqualTo(new ReadResult.End(reader.position(), Optional.empty()));
            assertThat(reader.position().offset()).isEqualTo(whole.length);
        }
    }

    @Test
    void zeros_after_the_last_line_are_a_torn_tail() throws IOException {
        Files.write(file, Arrays.copyOf(whole, whole.length + 4096));
        OpenLogResult.Opened opened =
                assertInstanceOf(OpenLogResult.Opened.class, FileEventLog.open(file, line -> {}));
        opened.log().close();
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }
}
