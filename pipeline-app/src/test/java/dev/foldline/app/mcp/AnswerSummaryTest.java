package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.redact.Redaction;

import org.junit.jupiter.api.Test;

import java.util.Map;

class AnswerSummaryTest {
    @Test
    void a_secret_where_a_value_is_cut_is_removed() {
        var secret = "correct-horse-battery-staple";
        var redaction = Redaction.of(Map.of("API_TOKEN", secret));
        assertThat(redaction.text(secret)).isNotEqualTo(secret);
        var summary =
                new AnswerSummary("Run status", redaction::text)
                        .of(Map.of("reason", "x".repeat(70) + " " + secret));
        assertThat(summary).startsWith("Run status: reason xxx").doesNotContain("correct");
    }
}
