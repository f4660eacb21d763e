package dev.foldline.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.output.ShellWord;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that a person pastes into a shell. */
class ShellWordTest {
    /** All of them may be names of branches. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "main;curl${IFS}x|sh",
                "a'b",
                "'",
                "$(id)",
                "`id`",
                "a&b",
                "a\"b",
                "a>b",
                "#a",
                "ä",
                ""
            })
    void a_quoted_word_reaches_the_program_unchanged(String word) throws Exception {
        var shell =
                new ProcessBuilder("sh", "-c", "printf %s " + ShellWord.of(word))
                        .redirectErrorStream(true)
                        .start();
        assertThat(
                        new String(
                                shell.getInputStream().readAllBytes(),
                                java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo(word);
    }

    @Test
    void a_plain_word_is_not_quoted() {
        assertThat(ShellWord.of("feature/log-in_2.0+x@y:z")).isEqualTo("feature/log-in_2.0+x@y:z");
    }
}
