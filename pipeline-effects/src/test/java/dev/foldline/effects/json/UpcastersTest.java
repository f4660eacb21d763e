package dev.foldline.effects.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.Aborted;
import dev.foldline.core.event.InputEvent.Resumed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

/**
 * Versions 0 and -1 never were; here they are, so that the ladder is known to bear before it is
 * needed.
 */
class UpcastersTest {
    private static final Upcasters FROM_MINUS_1 =
            Upcasters.since(-1)
                    .with(-1, "given_up", event -> event.put("type", "abandoned"))
                    .with(
                            0,
                            "abandoned",
                            event ->
                                    event.put("type", "aborted")
                                            .put("why", event.path("reason").asString()))
                    .with(
                            0,
                            "session_started",
                            event -> event.put("session", "s-" + event.path("session").asString()));

    private static Event read(int version, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return Wire.event(FROM_MINUS_1, version, bytes, 0, bytes.length);
    }

    @Test
    void an_older_event_is_read_as_today_s() {
        assertThat(read(0, "{\"type\":\"abandoned\",\"n\":3,\"reason\":\"enough\"}"))
                .isEqualTo(new Aborted(3, "enough"));
    }

    @Test
    void an_event_is_upcast_one_step_per_version() {
        assertThat(read(-1, "{\"type\":\"given_up\",\"n\":3,\"reason\":\"enough\"}"))
                .isEqualTo(new Aborted(3, "enough"));
    }

    @Test
    void a_type_that_never_changed_is_passed_through() {
        assertThat(read(-1, "{\"type\":\"resumed\",\"n\":3}")).isEqualTo(new Resumed(3));
    }

    @Test
    void a_step_is_not_taken_by_events_of_later_versions() {
        assertThat(read(0, "{\"type\":\"session_started\",\"ticket\":1,\"session\":\"a\"}"))
                .isEqualTo(new SessionStarted(1, "s-a"));
        assertThat(read(1, "{\"type\":\"session_started\",\"ticket\":1,\"session\":\"a\"}"))
                .isEqualTo(new SessionStarted(1, "a"));
    }

    @Test
    void upcast_json_that_is_still_not_an_event_is_refused() {
        assertThatThrownBy(() -> read(0, "{\"type\":\"forgotten\",\"n\":3}"))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("unknown type \"forgotten\"");
        assertThatThrownBy(() -> read(0, "[]")).isInstanceOf(WireFault.class);
    }

    @Test
    void a_newer_version_is_refused_with_its_number() {
        assertThatThrownBy(() -> Wire.event(2, new byte[0], 0, 0))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("up to version 1")
                .hasMessageContaining("newer");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void a_version_that_never_was_is_refused(int version) {
        assertThatThrownBy(() -> Wire.event(version, new byte[0], 0, 0))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("version " + version);
    }

    @Test
    void each_type_has_one_step_per_version() {
        assertThatThrownBy(() -> FROM_MINUS_1.with(0, "abandoned", event -> event))
                .isInstanceOf(PipelineBug.class);
    }
}
