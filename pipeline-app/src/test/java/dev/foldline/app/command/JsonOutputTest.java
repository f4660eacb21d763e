package dev.foldline.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.redact.ControlCharacters;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Optional;

class JsonOutputTest {
    @Test
    void json_is_read_by_other_programs_with_control_characters_escaped() {
        var strange =
                new StringBuilder("quotes \" and \\ and \u2028 and \ud83d\ude00 and \ud800 alone");
        for (char each = 0; each < 0x20; each++) strange.append(each);
        var read =
                JsonMapper.shared()
                        .readTree(
                                JsonOutput.pretty(
                                        JsonOutput.fields(
                                                "key",
                                                strange,
                                                "numbers",
                                                List.of(1, 2L, 0.5),
                                                "nested",
                                                JsonOutput.fields())));
        assertThat(read.get("key").asString())
                .isEqualTo(ControlCharacters.escape(strange.toString()));
        assertThat(JsonMapper.shared().readTree(JsonOutput.exact(strange)).asString())
                .isEqualTo(strange.toString());
        assertThat(read.get("numbers").toString()).isEqualTo("[1,2,0.5]");
        assertThat(read.get("nested").isEmpty()).isTrue();
    }

    @Test
    void an_absent_value_is_null() {
        assertThat(
                        JsonOutput.compact(
                                JsonOutput.fields(
                                        "a",
                                        Optional.empty(),
                                        "b",
                                        Option.none(),
                                        "c",
                                        Option.of(1),
                                        "d",
                                        new Raw("{\"x\":1}"))))
                .isEqualTo("{\"a\":null,\"b\":null,\"c\":1,\"d\":{\"x\":1}}");
    }

    @Test
    void a_document_of_a_stream_contains_no_line_feed() {
        assertThat(
                        JsonOutput.compact(
                                JsonOutput.fields("text", "one\ntwo", "list", List.of("a", "b"))))
                .isEqualTo("{\"text\":\"one\\ntwo\",\"list\":[\"a\",\"b\"]}");
    }

    @Test
    void a_value_without_json_is_a_bug() {
        assertThatThrownBy(() -> JsonOutput.compact(new StringBuilder().chars()))
                .isInstanceOf(PipelineBug.class);
    }
}
