package dev.foldline.effects.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.artifact.ArtifactFormat.Reading;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What each artifact must look like, and how it is told what is wrong with it. */
class ArtifactFormatTest {
    private static final Vector<String> LABELS =
            Vector.of("completed", "partial", "failed", "clean", "issues");

    private static Reading read(String artifact, String json) {
        return ArtifactFormat.of(artifact).read(json.getBytes(StandardCharsets.UTF_8), LABELS);
    }

    private static List<String> problems(String artifact, String json) {
        var reading = read(artifact, json);
        assertThat(reading).as(json).isInstanceOf(Reading.Invalid.class);
        return ((Reading.Invalid) reading).problems();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    plan               | {"summary":"s","steps":[{"title":"t"}]}                                  |
                    plan               | {"summary":"s","steps":[{"title":"t","detail":"d"}],"risks":["r"],"x":1} |
                    development_result | {"status":"completed","summary":"s"}                                     | completed
                    development_result | {"status":"partial","summary":"s","files_changed":[],"next_steps":["n"]} | partial
                    fix_result         | {"status":"failed","summary":"s"}                                        | failed
                    issues             | {"issues":[]}                                                            | clean
                    issues             | {"issues":[{"message":"m","severity":"major","file":"f","line":3}]}      | issues
                    commit_message     | {"subject":"Do it"}                                                      |
                    anything_else      | {"free":[1,2]}                                                           |
                    """)
    void valid_artifacts_are_accepted_with_their_label(String artifact, String json, String label) {
        var reading = read(artifact, json);
        assertThat(reading).as(reading.toString()).isInstanceOf(Reading.Valid.class);
        assertThat(((Reading.Valid) reading).label()).isEqualTo(label == null ? "" : label);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    plan               | {"summary":"s","steps":[]}                    | steps
                    plan               | {"summary":"","steps":[{"title":"t"}]}        | summary
                    plan               | {"summary":"s","steps":[{"title":1}]}         | /steps/0/title
                    plan               | {"summary":"s","steps":[{}]}                  | title
                    plan               | []                                            | object
                    development_result | {"status":"done","summary":"s"}               | status
                    development_result | {"status":"completed"}                        | summary
                    development_result | {"status":null,"summary":"s"}                 | status
                    fix_result         | {"status":"completed","summary":1}            | summary
                    issues             | {}                                            | issues
                    issues             | {"issues":[{"message":"m","line":0}]}         | /issues/0/line
                    issues             | {"issues":[{"message":"m","line":1.5}]}       | /issues/0/line
                    issues             | {"issues":[{"message":"m","severity":"bad"}]} | severity
                    commit_message     | {"subject":""}                                | subject
                    commit_message     | {"subject":" x"}                              | subject
                    commit_message     | {"subject":"two\\nlines"}                     | subject
                    anything_else      | "text"                                        | object
                    anything_else      | null                                          | object
                    """)
    void a_problem_is_reported_with_its_location(String artifact, String json, String place) {
        assertThat(problems(artifact, json))
                .anySatisfy(problem -> assertThat(problem).contains(place));
    }

    @Test
    void all_problems_are_reported_at_once() {
        assertThat(problems("plan", "{\"steps\":[{\"title\":\"\"},{}]}")).hasSize(3);
    }

    @Test
    void invalid_JSON_is_reported_with_line_and_column() {
        assertThat(problems("plan", "{\n  \"summary\": oops\n}").getFirst())
                .startsWith("line 2, column 1")
                .contains("not JSON");
        assertThat(problems("plan", "{\"a\":1").getFirst()).contains("line 1");
        assertThat(problems("plan", "```json\n{}\n```").getFirst()).contains("line 1, column 1");
    }

    @Test
    void empty_input_and_more_than_one_document_are_not_JSON() {
        assertThat(problems("plan", "").getFirst()).contains("empty");
        assertThat(problems("plan", " \n ").getFirst()).contains("empty");
        assertThat(problems("anything_else", "{} {}").getFirst()).contains("not JSON");
        assertThat(problems("anything_else", "{} and that is it").getFirst()).contains("not JSON");
    }

    @Test
    void a_duplicate_key_is_refused() {
        assertThat(
                        problems(
                                        "development_result",
                                        "{\"status\":\"failed\",\"summary\":\"s\",\"status\":\"completed\"}")
                                .getFirst())
                .contains("uplicate", "status");
    }

    @Test
    void nesting_and_numbers_have_bounds() {
        assertThat(
                        problems(
                                        "anything_else",
                                        "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}")
                                .getFirst())
                .contains("nesting");
        assertThat(
                        problems(
                                        "issues",
                                        "{\"issues\":[{\"message\":\"m\",\"line\":"
                                                + "9".repeat(5_000)
                                                + "}]}")
                                .getFirst())
                .contains("not JSON");
        assertThat(problems("issues", "{\"issues\":[{\"message\":\"m\",\"line\":1e999999999}]}"))
                .isNotEmpty();
        assertThat(read("anything_else", "{\"a\":" + "[".repeat(50) + "]".repeat(50) + "}"))
                .isInstanceOf(Reading.Valid.class);
    }

    @Test
    void a_byte_order_mark_is_forgiven_and_other_encodings_are_not() {
        assertThat(read("anything_else", "\uFEFF{}")).isInstanceOf(Reading.Valid.class);
        assertThat(
                        ((Reading.Invalid)
                                        ArtifactFormat.of("plan")
                                                .read(new byte[] {'{', (byte) 0xff, '}'}, LABELS))
                                .problems()
                                .getFirst())
                .contains("not UTF-8");
        assertThat(ArtifactFormat.of("plan").read("{}".getBytes(StandardCharsets.UTF_16), LABELS))
                .isInstanceOf(Reading.Invalid.class);
    }

    @Test
    void an_unrequested_label_is_ignored() {
        var reading =
                ArtifactFormat.of("development_result")
                        .read(
                                "{\"status\":\"partial\",\"summary\":\"s\"}"
                                        .getBytes(StandardCharsets.UTF_8),
                                Vector.of("completed"));
        assertThat(reading).isEqualTo(new Reading.Valid("", Vector.empty()));
    }

    @Test
    void the_steps_of_a_plan_are_its_items() {
        var reading =
                (Reading.Valid)
                        read(
                                "plan",
                                "{\"summary\":\"s\",\"steps\":[{\"title\":\"one\"},{\"title\":\"two\"}]}");
        assertThat(reading.items().map(item -> item.id() + " " + item.title()))
                .containsExactly("step-1 one", "step-2 two");
    }

    @Test
    void a_message_has_a_subject_a_blank_line_and_a_body() {
        assertThat(CommitMessages.text("{\"subject\":\"Do it\"}")).contains("Do it\n");
        assertThat(
                        CommitMessages.text(
                                "\uFEFF{\"subject\":\"Do it \",\"body\":\" Why.\\n\\nMore. \"}"))
                .contains("Do it\n\nWhy.\n\nMore.\n");
        assertThat(CommitMessages.text("{\"body\":\"\"}")).isEmpty();
        assertThat(CommitMessages.text("not JSON")).isEmpty();
        assertThat(CommitMessages.text("[]")).isEmpty();
    }
}
