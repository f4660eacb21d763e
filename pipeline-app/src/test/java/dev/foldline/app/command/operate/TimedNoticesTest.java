package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

class TimedNoticesTest {
    private final List<String> lines = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-29T22:00:00Z");
    private final TimedNotices notices = new TimedNotices(lines::add, () -> now, ZoneOffset.UTC);

    private void says(String text, Duration later) {
        now = now.plus(later);
        notices.notice(text);
    }

    @Test
    void each_line_has_its_time_and_a_repeated_one_its_count() {
        for (int n = 0; n < 73; n++) says("the engine is away", Duration.ofSeconds(2));
        says("r1 is driven here, stay 1", Duration.ofSeconds(1));
        says("the engine is away", Duration.ofMinutes(10));
        says("the engine is away", Duration.ofMinutes(10));
        assertThat(lines)
                .containsExactly(
                        "2026-11-29 22:00:02 the engine is away",
                        "2026-11-29 22:02:27 r1 is driven here, stay 1",
                        "2026-11-29 22:12:27 the engine is away (and 72 times since 2026-11-29"
                                + " 22:00:02)",
                        "2026-11-29 22:22:27 the engine is away");
    }
}
