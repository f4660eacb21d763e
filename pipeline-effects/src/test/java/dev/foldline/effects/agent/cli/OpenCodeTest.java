package dev.foldline.effects.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.LimitReset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.ZonedDateTime;

/** What OpenCode tells, and how its failures are told apart. */
class OpenCodeTest {
    private static final String FIRST =
            """
            {"type":"step_start","timestamp":1,"sessionID":"ses_1","part":{"id":"prt_1","type":"step-start"}}
            {"type":"tool_use","timestamp":2,"sessionID":"ses_1","part":{"id":"prt_2","type":"tool","callID":"c1","tool":"edit","state":{"status":"completed","input":{"filePath":"a.txt"},"output":"ok","title":"a.txt","metadata":{},"time":{"start":1,"end":2}}}}
            {"type":"step_finish","timestamp":3,"sessionID":"ses_1","part":{"id":"prt_3","reason":"tool-calls","cost":0.01,"tokens":{"input":100,"output":10,"reasoning":0,"cache":{"read":5,"write":0}}}}
            """;
    private static final String LAST =
            """
            {"type":"step_start","timestamp":4,"sessionID":"ses_1","part":{"id":"prt_4","type":"step-start"}}
            {"type":"text","timestamp":5,"sessionID":"ses_1","part":{"id":"prt_5","type":"text","text":"Done."}}
            {"type":"step_finish","timestamp":6,"sessionID":"ses_1","part":{"id":"prt_6","reason":"stop","cost":0.02,"tokens":{"input":20,"output":2,"reasoning":0,"cache":{"read":0,"write":0}}}}
            """;

    private static String error(String name, String data) {
        return "{\"type\":\"error\",\"timestamp\":7,\"sessionID\":\"ses_1\",\"error\":{\"name\":\""
                + name
                + "\",\"data\":{"
                + data
                + "}}}\n";
    }

    @Test
    void a_good_call_is_done_and_its_steps_are_summed_up() {
        var received = ParsedStream.from("opencode", FIRST + LAST);
        assertThat(received.exits(0)).isEqualTo(new CallOutcome.Done());
        assertThat(received.state().started().map(AgentSignal.Started::session)).contains("ses_1");
        assertThat(received.state().spending().sofar().microUsd()).contains(30_000L);
        assertThat(received.state().spending().sofar().tokens()).contains(137L);
        assertThat(received.all(AgentSignal.ToolCall.class)).hasSize(1);
        assertThat(received.all(AgentSignal.ToolResult.class)).hasSize(1);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            textBlock =
                    """
                    APIError                  | '"message":"x","statusCode":401,"isRetryable":false' | AUTH
                    APIError                  | '"message":"x","statusCode":402,"isRetryable":false' | CREDIT
                    APIError                  | '"message":"x","statusCode":429,"isRetryable":true'  | RATE_LIMIT
                    APIError                  | '"message":"x","statusCode":503,"isRetryable":true'  | OVERLOADED
                    ProviderAuthError         | '"message":"x"'                                      | AUTH
                    ProviderModelNotFoundError | '"modelID":"x"'                                     | MODEL_UNAVAILABLE
                    MessageOutputLengthError  | ''                                                   | OUTPUT_LIMIT
                    UnknownError              | '"message":"Unexpected server error. Check server logs for details."' | UNKNOWN
                    """)
    void an_error_frame_is_the_end(String name, String data, FailureKind kind) {
        assertThat(ParsedStream.from("opencode", error(name, data)).kind(1)).isEqualTo(kind);
        assertThat(ParsedStream.from("opencode", FIRST + LAST + error(name, data)).kind(0))
                .as("also with exit code 0")
                .isEqualTo(kind);
    }

    @Test
    void a_limit_ends_at_the_time_of_the_provider() {
        var limited =
                error(
                        "APIError",
                        "\"message\":\"x\",\"statusCode\":429,\"isRetryable\":true,\"responseHeaders\":{\"retry-after\":\"90\"}");
        assertThat(((CallOutcome.Failed) ParsedStream.from("opencode", limited).exits(1)).resets())
                .contains(new LimitReset.In(Duration.ofSeconds(90)));
    }

    @Test
    void an_error_printed_in_red_is_parsed() {
        assertThat(
                        ParsedStream.from("opencode", "")
                                .kind(1, "\u001b[91m\u001b[1mError: \u001b[0mSession not found"))
                .isEqualTo(FailureKind.SESSION_UNKNOWN);
    }

    @Test
    void a_call_succeeds_only_after_a_last_step() {
        assertThat(ParsedStream.from("opencode", FIRST).kind(0)).isEqualTo(FailureKind.PROTOCOL);
        assertThat(
                        ParsedStream.from(
                                        "opencode", FIRST + LAST.replace("\"stop\"", "\"length\""))
                                .kind(0))
                .isEqualTo(FailureKind.OUTPUT_LIMIT);
        assertThat(ParsedStream.from("opencode", "").kind(0)).isEqualTo(FailureKind.NO_OUTPUT);
        assertThat(((CallOutcome.Failed) ParsedStream.from("opencode", "").stalls()).kind())
                .isEqualTo(FailureKind.NO_OUTPUT);
    }

    @Test
    void an_overloaded_provider_gives_a_reset_time_and_no_wait_overflows() {
        var busy =
                error(
                        "APIError",
                        "\"message\":\"x\",\"statusCode\":503,\"isRetryable\":true,\"responseHeaders\":{\"retry-after\":\"30\"}");
        assertThat(((CallOutcome.Failed) ParsedStream.from("opencode", busy).exits(1)).resets())
                .contains(new LimitReset.In(Duration.ofSeconds(30)));
        var endless =
                ((CallOutcome.Failed)
                                ParsedStream.from("opencode", busy.replace("\"30\"", "\"9e18\""))
                                        .exits(1))
                        .resets()
                        .orElseThrow();
        var now = ZonedDateTime.parse("2026-11-21T21:00:00Z");
        assertThat(endless.from(now)).isEqualTo(now.plusDays(30).toInstant());
    }

    @Test
    void a_failed_tool_is_reported_as_failed_and_a_running_tool_is_not_reported() {
        assertThat(
                        ParsedStream.from("opencode", FIRST)
                                .all(AgentSignal.ToolResult.class)
                                .getFirst()
                                .ok())
                .isTrue();
        assertThat(
                        ParsedStream.from("opencode", FIRST.replace("\"completed\"", "\"error\""))
                                .all(AgentSignal.ToolResult.class)
                                .getFirst()
                                .ok())
                .isFalse();
        assertThat(
                        ParsedStream.from("opencode", FIRST.replace("\"completed\"", "\"running\""))
                                .all(AgentSignal.ToolResult.class))
                .isEmpty();
    }
}
