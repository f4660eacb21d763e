package dev.foldline.effects.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.LimitReset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.Optional;

/** What Gemini CLI tells, and how its failures are told apart. */
class GeminiTest {
    private static final String BEGUN =
            """
            {"type":"init","timestamp":"2026-11-21T10:00:00Z","session_id":"11111111-2222-3333-4444-555555555555","model":"some-model"}
            {"type":"message","timestamp":"2026-11-21T10:00:00Z","role":"user","content":"do it, you have exhausted your daily quota"}
            """;
    private static final String WORK =
            """
            {"type":"message","timestamp":"t","role":"assistant","content":"I ed","delta":true}
            {"type":"message","timestamp":"t","role":"assistant","content":"it it.","delta":true}
            {"type":"tool_use","timestamp":"t","tool_name":"replace","tool_id":"r1","parameters":{"file_path":"a.txt"}}
            {"type":"tool_result","timestamp":"t","tool_id":"r1","status":"success","output":"ok"}
            {"type":"error","timestamp":"t","severity":"warning","message":"Loop detected"}
            """;
    private static final String GOOD =
            """
            {"type":"result","timestamp":"t","status":"success","stats":{"total_tokens":300,"input_tokens":250,"output_tokens":50,"cached":0,"duration_ms":9,"tool_calls":1}}
            """;

    private static String failed(String type, String message) {
        return "{\"type\":\"result\",\"timestamp\":\"t\",\"status\":\"error\",\"error\":{\"type\":\""
                + type
                + "\",\"message\":\""
                + message
                + "\"},\"stats\":{\"total_tokens\":0}}\n";
    }

    @Test
    void a_good_call_is_done_and_our_own_prompt_is_no_work_of_its() {
        var received = ParsedStream.from("gemini", BEGUN + WORK + GOOD);
        assertThat(received.exits(0)).isEqualTo(new CallOutcome.Done());
        assertThat(received.all(AgentSignal.TextDelta.class))
                .extracting(AgentSignal.TextDelta::text)
                .containsExactly("I ed", "it it.");
        assertThat(received.state().spending().sofar().tokens()).contains(300L);
        assertThat(received.state().started().flatMap(AgentSignal.Started::model))
                .contains("some-model");
    }

    /** Warnings of its start stand in front of it, and may be long. */
    @Test
    void the_excerpt_of_a_failure_is_the_line_that_explains_it() {
        var stderr =
                "Warning: a setting is deprecated\n".repeat(3)
                        + "Error resuming session: No previous sessions found for this project.\n"
                        + "(node:7) [DEP0040] DeprecationWarning: punycode\n".repeat(30);
        assertThat(ParsedStream.from("gemini", "").exits(42, stderr))
                .isEqualTo(
                        new CallOutcome.Failed(
                                FailureKind.SESSION_UNKNOWN,
                                CallOutcome.Evidence.PHRASE,
                                "Error resuming session: No previous sessions found for this"
                                        + " project.",
                                Optional.empty()));
    }

    @ParameterizedTest(name = "exit {0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    41  | Please set an Auth method in your settings     | AUTH
                    41  | in other words                                 | AUTH
                    42  | Invalid input                                  | TRUST_OR_SETUP
                    42  | Error resuming session: Invalid session identifier "x". | SESSION_UNKNOWN
                    53  | Reached max session turns                      | MAX_TURNS
                    55  | The current folder is not trusted              | TRUST_OR_SETUP
                    173 | [API Error: You have exhausted your daily quota on this model.] | RATE_LIMIT
                    173 | in other words                                 | RATE_LIMIT
                    144 | API key not valid. Please pass a valid API key. | AUTH
                    144 | The input token count exceeds the maximum number of tokens allowed | CONTEXT_FULL
                    145 | in other words                                 | AUTH
                    147 | in other words                                 | AUTH
                    247 | in other words                                 | OVERLOADED
                    148 | in other words                                 | MODEL_UNAVAILABLE
                    144 | in other words                                 | UNKNOWN
                    150 | in other words                                 | UNKNOWN
                    143 | in other words                                 | KILLED
                    1   | TypeError: fetch failed                        | NETWORK
                    1   | in other words                                 | UNKNOWN
                    137 |                                                | KILLED
                    """)
    void the_exit_code_decides_before_the_phrase(int code, String stderr, FailureKind kind) {
        assertThat(ParsedStream.from("gemini", "").kind(code, stderr == null ? "" : stderr))
                .isEqualTo(kind);
    }

    @Test
    void a_failed_result_is_a_failure_regardless_of_the_exit_code() {
        assertThat(
                        ParsedStream.from(
                                        "gemini",
                                        BEGUN
                                                + WORK
                                                + failed(
                                                        "Error",
                                                        "[API Error: You have exhausted your daily"
                                                                + " quota on this model.]"))
                                .kind(0))
                .isEqualTo(FailureKind.RATE_LIMIT);
        assertThat(
                        ParsedStream.from("gemini", BEGUN + failed("FatalTurnLimitedError", "x"))
                                .kind(53))
                .isEqualTo(FailureKind.MAX_TURNS);
        assertThat(
                        ParsedStream.from("gemini", BEGUN + failed("FatalAuthenticationError", "x"))
                                .kind(1))
                .isEqualTo(FailureKind.AUTH);
        assertThat(ParsedStream.from("gemini", BEGUN + failed("FatalSandboxError", "x")).kind(1))
                .isEqualTo(FailureKind.TRUST_OR_SETUP);
        assertThat(ParsedStream.from("gemini", BEGUN + failed("Error", "x")).kind(0))
                .isEqualTo(FailureKind.UNKNOWN);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "21h53m56s,PT21H53M56S",
        "8h44m,PT8H44M",
        "4m7s,PT4M7S",
        "2h,PT2H",
        "53s,PT53S",
        "5s.,PT5S",
        "0s,PT1S",
        "1.25s,PT2S",
        "1h0m0.5s,PT1H1S",
        "800ms,PT1S"
    })
    void a_limit_ends_after_the_reported_time(String reported, Duration after) {
        var limited =
                failed(
                        "Error",
                        "[API Error: You have exhausted your capacity on this model. Your quota"
                                + " will reset after "
                                + reported
                                + ".]");
        assertThat(
                        ((CallOutcome.Failed)
                                        ParsedStream.from("gemini", BEGUN + limited).exits(173))
                                .resets())
                .contains(new LimitReset.In(after));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "", "99999999999s", "h", "-5s"})
    void an_invalid_duration_is_ignored(String reported) {
        var limited =
                failed(
                        "Error",
                        "You have exhausted your capacity on this model. Your quota will reset"
                                + " after "
                                + reported);
        assertThat(
                        ((CallOutcome.Failed)
                                        ParsedStream.from("gemini", BEGUN + limited).exits(173))
                                .resets())
                .isEmpty();
    }

    @Test
    void warnings_beside_a_final_frame_are_not_evidence() {
        var noise = "MCP server x: connect ECONNREFUSED 127.0.0.1:1";
        assertThat(ParsedStream.from("gemini", BEGUN + failed("Error", "x")).kind(1, noise))
                .isEqualTo(FailureKind.UNKNOWN);
        assertThat(ParsedStream.from("gemini", BEGUN).kind(1, noise))
                .as("without it they are all there is")
                .isEqualTo(FailureKind.NETWORK);
    }

    /** It waits for the end of the limit itself, for most of a day. */
    @Test
    void a_call_that_waits_for_a_limit_is_limited_until_its_end() {
        var waiting =
                "Ripgrep is not available. Falling back to GrepTool.\nAttempt 1 failed: You have"
                        + " exhausted your capacity on this model. Your quota will reset after"
                        + " 21h53m56s.. Retrying after 82993486ms...\n";
        var failed = (CallOutcome.Failed) ParsedStream.from("gemini", BEGUN).stalls(waiting);
        assertThat(failed.kind()).isEqualTo(FailureKind.RATE_LIMIT);
        assertThat(failed.resets())
                .contains(new LimitReset.In(Duration.ofSeconds(21 * 3600 + 53 * 60 + 56)));
        var past = (CallOutcome.Failed) ParsedStream.from("gemini", BEGUN).stalls(waiting + "ok");
        assertThat(past.kind()).isEqualTo(FailureKind.NO_OUTPUT);
    }

    @Test
    void a_success_full_of_warnings_is_a_success() {
        var noise = "(node:1) Warning: fetch failed\nAPI key not valid\nexhausted your daily quota";
        assertThat(ParsedStream.from("gemini", BEGUN + WORK + GOOD).exits(0, noise))
                .isEqualTo(new CallOutcome.Done());
        assertThat(ParsedStream.from("gemini", BEGUN + WORK).kind(0, noise))
                .as("no evidence of anything else either")
                .isEqualTo(FailureKind.PROTOCOL);
    }

    @Test
    void a_call_without_a_result_is_not_done() {
        assertThat(ParsedStream.from("gemini", BEGUN + WORK).kind(0))
                .isEqualTo(FailureKind.PROTOCOL);
    }

    /** It thinks, too, and tells that in the sum only. */
    @Test
    void the_reported_total_outranks_ours() {
        assertThat(
                        ParsedStream.from(
                                        "gemini",
                                        BEGUN
                                                + WORK
                                                + GOOD.replace(
                                                        "\"total_tokens\":300",
                                                        "\"total_tokens\":350"))
                                .state()
                                .spending()
                                .sofar()
                                .tokens())
                .contains(350L);
        assertThat(
                        ParsedStream.from(
                                        "gemini",
                                        BEGUN + WORK + GOOD.replace("\"total_tokens\":300,", ""))
                                .state()
                                .spending()
                                .sofar()
                                .tokens())
                .contains(300L);
    }
}
