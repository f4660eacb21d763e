package dev.foldline.effects.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.util.Random;
import java.util.stream.Collectors;

/** Which characters are escaped, in texts and in JSON. */
class ControlCharactersTest {
    private static final String PIECES =
            "ab\\\"/u001b\n"
                + "\t\r"
                + "\u0000\u0007\b\f\u001b\u007f\u0085\u009b\u200f\u202e\u2028\u2066\ufeff\u00e4\ud83d\ude00";

    @Test
    void invisible_characters_that_change_the_direction_or_end_a_line_are_control_characters() {
        var invisible =
                "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u007f\u0080\u009f\u0000\u001b";
        assertThat(invisible.chars())
                .allMatch(each -> ControlCharacters.isControl((char) each.intValue()));
        assertThat("\u00a0\u061d\u200d\u2030\u206a ~".chars())
                .noneMatch(each -> ControlCharacters.isControl((char) each.intValue()));
    }

    @Test
    void lines_and_tabs_stay_and_what_acts_on_a_terminal_or_a_page_is_escaped() {
        assertThat(ControlCharacters.escape("one\r\n\ttwo \u00e4 \ud83d\ude00"))
                .isEqualTo("one\r\n\ttwo \u00e4 \ud83d\ude00");
        assertThat(ControlCharacters.escape("\u001b[2Jx\u009b1m\u202ey\rz"))
                .isEqualTo("\\u001b[2Jx\\u009b1m\\u202ey\\u000dz");
        assertThat(
                        ControlCharacters.escapeAroundColours(
                                "\u001b[31merror:\u001b[0m \u001b[8mhidden"))
                .isEqualTo("\u001b[31merror:\u001b[0m \\u001b[8mhidden");
    }

    @Test
    void json_that_was_escaped_decodes_to_the_escaped_text() {
        var random = new Random(1);
        for (int round = 0; round < 2_000; round++) {
            var text =
                    random.ints(random.nextInt(30), 0, PIECES.length())
                            .mapToObj(each -> PIECES.substring(each, each + 1))
                            .collect(Collectors.joining());
            var json = JsonMapper.shared().writeValueAsString(text);
            var escaped =
                    ControlCharacters.escapeJson(
                            random.nextBoolean() ? json : json.replace("\u202e", "\\u202E"));
            assertThat(JsonMapper.shared().readTree(escaped).asString())
                    .as(json)
                    .isEqualTo(ControlCharacters.escape(text));
            assertThat(ControlCharacters.first(escaped)).isEmpty();
            assertThat(ControlCharacters.escapeJson(escaped)).isEqualTo(escaped);
        }
    }
}
