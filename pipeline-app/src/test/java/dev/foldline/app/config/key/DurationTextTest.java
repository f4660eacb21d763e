package dev.foldline.app.config.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({"90s,90", "15m,900", "2h,7200", "1h30m,5400", "1h1m1s,3661", "0s,0", "1h5s,3605"})
    void hours_minutes_and_seconds_are_read_in_this_order(String text, long seconds) {
        assertThat(DurationText.parse(text)).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "90",
                "s",
                "1m1h",
                "1.5h",
                "-1s",
                "1 h",
                "1H",
                "PT1H",
                "1h 30m",
                "1234567h",
                "1s1s",
                "٣s"
            })
    void any_other_text_is_no_duration(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }

    @Test
    void a_written_duration_is_read_back() {
        for (long seconds = 0; seconds < 90_000; seconds += 7) {
            var duration = Duration.ofSeconds(seconds);
            assertThat(DurationText.parse(DurationText.write(duration))).contains(duration);
        }
    }
}
