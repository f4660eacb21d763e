package dev.foldline.effects.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** Times of lines, read by hand, are those that {@link Instant#parse} reads. */
class LineTimeTest {
    private static Instant read(String text) {
        byte[] line = (" \"" + text + "\" ").getBytes(StandardCharsets.UTF_8);
        return LineTime.read(line, 1, line.length - 1);
    }

    @Test
    void every_written_time_is_read() {
        var random = new Random(3);
        for (int n = 0; n < 2_000; n++) {
            var at =
                    Instant.ofEpochMilli(
                            random.nextLong(-60_000_000_000_000L, 200_000_000_000_000L));
            assertThat(read(at.toString())).isEqualTo(at);
        }
    }

    @Test
    void unusual_forms_are_read_as_before() {
        for (var text :
                List.of(
                        "2026-01-01T24:00:00.000Z",
                        "2026-12-31T23:59:60.000Z",
                        "2026-01-01T10:00:00Z",
                        "2026-01-01T10:00:00.123456Z",
                        "+12026-01-01T10:00:00.000Z"))
            assertThat(read(text)).as(text).isEqualTo(Instant.parse(text));
    }

    @Test
    void what_is_no_time_is_refused() {
        for (var text :
                List.of(
                        "2026-02-30T10:00:00.000Z",
                        "2026-00-01T10:00:00.000Z",
                        "2026",
                        "",
                        "\\u0041"))
            assertThatThrownBy(() -> read(text)).as(text).isInstanceOf(DateTimeException.class);
    }
}
