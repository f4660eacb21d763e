package dev.foldline.effects.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.redact.TextEnd;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

class QuestionReaderTest {
    private final QuestionReader reader = new QuestionReader(Redaction.OF_SHAPES);

    /** An agent explains itself, and then asks. */
    @Test
    void last_words_keep_what_was_asked_at_their_end() {
        var said = "I have read everything.\n".repeat(500) + "German or English?\n";
        assertThat(reader.lastWords(said))
                .startsWith("... I have read everything.\n")
                .endsWith("everything.\nGerman or English?")
                .hasLineCount(QuestionReader.LAST_LINES_MAX);
        assertThat(reader.lastWords("Long: " + "word ".repeat(5_000) + "German or English?"))
                .startsWith("... word ")
                .endsWith("word German or English?")
                .hasSizeLessThanOrEqualTo("... ".length() + QuestionReader.TEXT_CHARS_MAX);
    }

    @Test
    void short_last_words_are_complete() {
        assertThat(reader.lastWords(" Done.\n\nGerman or English?\n"))
                .isEqualTo("Done.\n\nGerman or English?");
        assertThat(reader.lastWords("\n")).isEmpty();
    }

    /** Of a key without its first line nothing tells what it is. */
    @Test
    void last_words_are_redacted_before_they_are_cut() {
        var frame = "-----%s " + "PRIVATE KEY-----\n";
        var body = ("a1B2c3D4e5F6g7H8".repeat(4) + "\n").repeat(10);
        var key = frame.formatted("BEGIN") + body + frame.formatted("END");
        assertThat(reader.lastWords("Key:\n" + key + "word ".repeat(700) + "\nGerman?"))
                .doesNotContain("a1B2")
                .contains("redacted")
                .endsWith("word \nGerman?");
    }

    @Test
    void a_text_whose_start_is_missing_starts_with_a_whole_line_or_word() {
        assertThat(TextEnd.withoutPart("f a line\nnext line\nlast")).isEqualTo("next line\nlast");
        assertThat(TextEnd.withoutPart("rt of a long line?\nBye"))
                .isEqualTo("of a long line?\nBye");
        assertThat(TextEnd.withoutPart("\uDE00word")).isEqualTo("word");
        assertThat(TextEnd.withoutPart("")).isEmpty();
        assertThat(TextEnd.of("all of it", 9)).isEqualTo("all of it");
    }

    @Test
    void the_last_lines_of_an_output_lack_the_part_of_a_line_only_if_the_output_is_longer() {
        var tail = "part\nnext\nlast line\n";
        assertThat(new ProcessResult.Output(20, 20, Path.of("out"), tail).lastLines())
                .isEqualTo(tail);
        assertThat(new ProcessResult.Output(20_000, 20_000, Path.of("out"), tail).lastLines())
                .isEqualTo("next\nlast line\n");
    }
}
