package dev.foldline.app.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserErrorTest {
    @Test
    void an_error_states_what_happened_where_and_what_to_do() {
        var error =
                new UserError(
                        "the prompt is empty",
                        "PROMPT.md",
                        "foldline run \"your task\"",
                        ExitCode.FAILED);
        assertThat(error.describe())
                .isEqualTo(
                        "the prompt is empty\n  at: PROMPT.md\n  try: foldline run \"your task\"");
    }

    @Test
    void an_error_without_place_or_hint_is_one_line() {
        assertThat(new UserError("no run yet", "", "", ExitCode.FAILED).describe())
                .isEqualTo("no run yet");
    }
}
