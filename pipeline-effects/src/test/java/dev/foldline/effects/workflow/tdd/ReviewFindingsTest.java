package dev.foldline.effects.workflow.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

class ReviewFindingsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "{\"error\": \"no key\"}",
                "{\"findings\": 3}",
                "{}",
                "3",
                "[\" \"]",
                "[{\"description\": \"\"}]"
            })
    void S0_35_what_is_no_review_approves_nothing(String printed) {
        assertThat(ReviewFindings.tasks(printed.getBytes(StandardCharsets.UTF_8)).isLeft())
                .isTrue();
    }
}
