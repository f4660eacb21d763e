package dev.foldline.app.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.output.Printable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

class PrintableTest {
    private static final String ESC = "\u001b";

    @Test
    void plain_text_stays_as_it_is() {
        assertThat(
                        Printable.line(
                                "Editing src/Main.java (3 of 7): na\u00efve \u4f60\u597d"
                                        + " \ud83d\ude00"))
                .isEqualTo("Editing src/Main.java (3 of 7): na\u00efve \u4f60\u597d \ud83d\ude00");
    }

    @Test
    void escape_sequences_are_taken_out_whole() {
        assertThat(Printable.line("a" + ESC + "[31;1mred" + ESC + "[0m b")).isEqualTo("ared b");
        assertThat(Printable.line("a" + ESC + "[2J" + ESC + "[H" + ESC + "[?1049hb"))
                .isEqualTo("ab");
        assertThat(Printable.line("a\u009b31mb")).isEqualTo("ab");
        assertThat(Printable.line("a" + ESC + "(0" + ESC + "7" + ESC + "cb")).isEqualTo("ab");
    }

    @Test
    void strings_for_the_terminal_are_taken_out_with_their_text() {
        assertThat(Printable.line("a" + ESC + "]0;title\u0007b")).isEqualTo("ab");
        assertThat(
                        Printable.line(
                                "a"
                                        + ESC
                                        + "]8;;https://example.org"
                                        + ESC
                                        + "\\link"
                                        + ESC
                                        + "]8;;"
                                        + ESC
                                        + "\\b"))
                .isEqualTo("alinkb");
        assertThat(Printable.line("a" + ESC + "P+q544e" + ESC + "\\b")).isEqualTo("ab");
        assertThat(Printable.line("a\u009d52;c;aGk=\u009cb")).isEqualTo("ab");
    }

    @Test
    void a_string_without_an_end_hides_the_rest() {
        assertThat(Printable.line("a" + ESC + "]52;c;never ends")).isEqualTo("a");
    }

    @Test
    void an_escape_at_the_end_is_removed() {
        assertThat(Printable.line("a" + ESC)).isEqualTo("a");
        assertThat(Printable.line("a" + ESC + "[12;")).isEqualTo("a");
    }

    @Test
    void text_overwritten_by_a_carriage_return_is_left_out() {
        assertThat(Printable.line("10%\r20%\r30%")).isEqualTo("30%");
        assertThat(Printable.line("10%\r20%\r")).isEqualTo("20%");
        assertThat(Printable.line("one\r\ntwo")).isEqualTo("one two");
        assertThat(Printable.line("\r")).isEmpty();
    }

    @Test
    void blanks_of_all_kinds_become_one() {
        assertThat(Printable.line("  a\t\tb\n\n c\u00a0\u2003d\u2028e ")).isEqualTo("a b c d e");
    }

    @Test
    void characters_that_change_the_direction_or_hide_are_left_out() {
        assertThat(Printable.line("safe\u202e\u2066gpj.exe\u200b\u00ad\ufeff"))
                .isEqualTo("safegpj.exe");
    }

    @Test
    void combining_marks_are_limited() {
        assertThat(Printable.line("e" + "\u0301".repeat(50) + "x")).isEqualTo("e\u0301\u0301x");
        assertThat(Printable.line("\u0301x")).isEqualTo("x");
        assertThat(Printable.line("\u2764\ufe0f")).isEqualTo("\u2764");
    }

    @ParameterizedTest
    @CsvSource({"'\ud800x', '\ufffdx'", "'\ue000x', '\ufffdx'"})
    void characters_of_unknown_width_are_replaced(String text, String shown) {
        assertThat(Printable.line(text)).isEqualTo(shown);
    }

    @Test
    void very_long_text_is_cut() {
        assertThat(Printable.line("x".repeat(1 << 20))).hasSizeLessThanOrEqualTo(4_096);
    }

    @Test
    void random_input_never_controls_a_terminal() {
        var random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--)
                text.appendCodePoint(point(random));
            var line = Printable.line(text.toString());
            assertThat(line.codePoints().noneMatch(Character::isISOControl))
                    .as("%s", text.chars().boxed().toList())
                    .isTrue();
            assertThat(
                            line.codePoints()
                                    .noneMatch(
                                            point -> Character.getType(point) == Character.FORMAT))
                    .isTrue();
            assertThat(Printable.line(line)).isEqualTo(line);
        }
    }

    private static int point(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 0x1B;
            case 1 -> random.nextInt(0x20);
            case 2 -> 0x20 + random.nextInt(0x60);
            case 3 -> 0x80 + random.nextInt(0x20);
            case 4 -> 0x300 + random.nextInt(0x70);
            default -> random.nextInt(0x110000);
        };
    }
}
