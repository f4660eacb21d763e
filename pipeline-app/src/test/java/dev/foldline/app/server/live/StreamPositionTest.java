package dev.foldline.app.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.stream.Stream;

class StreamPositionTest {
    @Test
    void the_parts_of_an_event_sort_before_its_last_and_before_the_next_event() {
        assertThat(
                        Stream.of("12", "3", "12.10", "13.1", "12.2")
                                .map(text -> StreamPosition.read(text).get())
                                .sorted()
                                .map(StreamPosition::toString))
                .containsExactly("3", "12.2", "12.10", "12", "13.1");
        assertThat(StreamPosition.read("1.1").get().isBehind(StreamPosition.START)).isTrue();
        assertThat(StreamPosition.START.isBehind(StreamPosition.read("0").get())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-1", "1.", "1.0", ".1", "1.1.1", "x", "1e3", "99999999999999999999"})
    void text_that_names_no_position_is_ignored(String text) {
        assertThat(StreamPosition.read(text)).isEmpty();
    }
}
