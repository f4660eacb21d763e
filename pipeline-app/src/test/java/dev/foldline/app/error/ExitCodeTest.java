package dev.foldline.app.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class ExitCodeTest {
    @Test
    void scripts_can_rely_on_the_numbers() {
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::value))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20, 75, 124, 130, 143);
    }

    @Test
    void every_code_has_a_meaning() {
        assertThat(ExitCode.values()).allSatisfy(code -> assertThat(code.meaning()).isNotBlank());
    }
}
