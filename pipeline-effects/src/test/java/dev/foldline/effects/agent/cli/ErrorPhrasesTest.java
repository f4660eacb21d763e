package dev.foldline.effects.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.FailureKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

/** Failures that an agent tells in words only. */
class ErrorPhrasesTest {

    static List<ErrorPhrases.Row> rows() {
        return ErrorPhrases.ROWS.stream().filter(row -> !row.agent().equals("openai")).toList();
    }

    /** Where an agent reports its failure: in its last frame, without a typed field. */
    private static String failure(String agent, String message) {
        var frame =
                switch (agent) {
                    case "claude" ->
                            "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"result\":\"%s\",\"usage\":{\"output_tokens\":0}}";
                    case "codex" -> "{\"type\":\"turn.failed\",\"error\":{\"message\":\"%s\"}}";
                    case "gemini" ->
                            "{\"type\":\"result\",\"status\":\"error\",\"error\":{\"type\":\"unknown\",\"message\":\"%s\"}}";
                    case "opencode" ->
                            "{\"type\":\"error\",\"sessionID\":\"s\",\"error\":{\"name\":\"UnknownError\",\"data\":{\"message\":\"%s\"}}}";
                    default -> throw new AssertionError(agent);
                };
        return frame.formatted(message);
    }

    private static FailureKind kind(String agent, String message) {
        return ParsedStream.from(agent, failure(agent, message)).kind(1);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void each_wording_is_found_where_the_agent_reports_its_failure(ErrorPhrases.Row row) {
        var message = "So " + row.phrase().words().replace("*", "some") + ". And more";
        assertThat(kind(row.agent(), message)).isEqualTo(row.phrase().kind());
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    claude | You\u2019ve hit your session limit \u00b7 resets 8pm (Europe/Berlin)     | RATE_LIMIT
                    claude | You're out of extra usage \u00b7 resets Dec 2, 3pm (UTC)             | RATE_LIMIT
                    claude | You're out of extra usage                                       | CREDIT
                    claude | Claude AI usage limit reached, 1795924421                       | RATE_LIMIT
                    claude | Credit balance too low                                          | CREDIT
                    claude | API Error: Claude's response exceeded the 64000 output token maximum. | OUTPUT_LIMIT
                    codex  | Your workspace is out of credits. Ask your workspace owner to refill in order to continue. | CREDIT
                    codex  | You\u2019ve hit your usage limit. To get more access now, purchase more credits or try again later. | RATE_LIMIT
                    codex  | The model `x` does not exist or you do not have access to it.   | MODEL_UNAVAILABLE
                    """)
    void the_first_wording_that_applies_decides(String agent, String message, FailureKind kind) {
        assertThat(kind(agent, message)).isEqualTo(kind);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void the_same_words_of_a_model_mean_nothing(ErrorPhrases.Row row) {
        var words = row.phrase().words().replace("*", "some").replace("\\", "");
        var said =
                switch (row.agent()) {
                    case "claude" ->
                            "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"model\":\"x\",\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}}\n"
                                + "{\"type\":\"result\",\"is_error\":false,\"result\":\"%s\",\"usage\":{\"output_tokens\":9}}";
                    case "codex" ->
                            "{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"%s\"}}\n"
                                + "{\"type\":\"turn.completed\",\"usage\":{}}";
                    case "gemini" ->
                            "{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"%s\"}\n"
                                    + "{\"type\":\"result\",\"status\":\"success\"}";
                    default ->
                            "{\"type\":\"text\",\"sessionID\":\"s\",\"part\":{\"text\":\"%s\"}}\n"
                                + "{\"type\":\"step_finish\",\"sessionID\":\"s\",\"part\":{\"reason\":\"stop\"}}";
                };
        var lines = said.replace("%s", words);
        assertThat(ParsedStream.from(row.agent(), lines).exits(0))
                .isEqualTo(new CallOutcome.Done());
        var cut = lines.substring(0, lines.indexOf('\n'));
        assertThat(ParsedStream.from(row.agent(), cut).kind(1)).isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    void a_model_that_has_answered_is_not_quoted_as_the_reason() {
        var result =
                "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"result\":\"Credit"
                        + " balance is too low\",\"usage\":{\"output_tokens\":9}%s}";
        assertThat(ParsedStream.from("claude", result.formatted("")).kind(1))
                .isEqualTo(FailureKind.UNKNOWN);
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        result.formatted(",\"terminal_reason\":\"api_error\""))
                                .kind(1))
                .isEqualTo(FailureKind.CREDIT);
    }

    @Test
    void the_frames_of_an_old_codex_are_named_with_the_version_that_is_needed() {
        var old =
                "{\"id\":\"0\",\"msg\":{\"type\":\"task_started\",\"model_context_window\":1}}\n"
                    + "{\"id\":\"0\",\"msg\":{\"type\":\"task_complete\",\"last_agent_message\":\"ok\"}}";
        var failed = (CallOutcome.Failed) ParsedStream.from("codex", old).exits(0);
        assertThat(failed.kind()).isEqualTo(FailureKind.TRUST_OR_SETUP);
        assertThat(failed.message()).contains("install Codex 0.30 or later");
    }

    /** A later version prints an error when its connection breaks, and recovers. */
    @Test
    void an_opencode_that_recovered_and_then_exits_with_1_has_succeeded() {
        var recovered =
                "{\"type\":\"error\",\"sessionID\":\"s\",\"error\":{\"name\":\"APIError\",\"data\":{\"message\":\"Transport"
                    + " error\",\"isRetryable\":true}}}\n"
                    + "{\"type\":\"step_start\",\"sessionID\":\"s\",\"part\":{}}\n"
                    + "%s";
        var stop = "{\"type\":\"step_finish\",\"sessionID\":\"s\",\"part\":{\"reason\":\"stop\"}}";
        assertThat(ParsedStream.from("opencode", recovered.formatted(stop)).exits(1))
                .isEqualTo(new CallOutcome.Done());
        assertThat(ParsedStream.from("opencode", recovered.formatted("")).state().isExitDue())
                .as("it works on")
                .isFalse();
        assertThat(ParsedStream.from("opencode", recovered.formatted("")).exits(1))
                .isInstanceOf(CallOutcome.Failed.class);
    }
}
