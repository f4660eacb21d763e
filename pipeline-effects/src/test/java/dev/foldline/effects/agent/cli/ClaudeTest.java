package dev.foldline.effects.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.Quota;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.CallOutcome.Evidence;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.LimitReset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.Optional;

/** What Claude Code tells, and how its failures are told apart. */
class ClaudeTest {
    private static final String INIT =
            """
            {"type":"system","subtype":"init","session_id":"11111111-2222-3333-4444-555555555555","model":"large","cwd":"/w","tools":["Bash"],"mcp_servers":[],"permissionMode":"acceptEdits","apiKeySource":"none","claude_code_version":"2.1.197","uuid":"u1"}
            """;
    private static final String TEXT =
            """
            {"type":"assistant","message":{"id":"m1","model":"large","content":[{"type":"text","text":"I edit it."}],"stop_reason":null,"usage":{"input_tokens":10,"output_tokens":2}},"parent_tool_use_id":null,"session_id":"s","uuid":"u2"}
            """;
    private static final String TOOL =
            """
            {"type":"assistant","message":{"id":"m1","model":"large","content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file":"a.txt"}}],"usage":{"input_tokens":10,"output_tokens":6}},"parent_tool_use_id":null}
            {"type":"user","message":{"content":[{"tool_use_id":"t1","type":"tool_result","content":"done","is_error":false}]},"tool_use_result":{"stdout":"","stderr":"","interrupted":false}}
            """;
    private static final String GOOD =
            """
            {"type":"result","subtype":"success","is_error":false,"api_error_status":null,"result":"I edit it.","num_turns":2,"duration_ms":5,"total_cost_usd":0.0125,"usage":{"input_tokens":20,"cache_read_input_tokens":5,"output_tokens":8},"permission_denials":[],"stop_reason":"end_turn"}
            """;

    private static String synthetic(String error, String text) {
        return "{\"type\":\"assistant\",\"message\":{\"id\":\"m9\",\"model\":\"<synthetic>\",\"content\":[{\"type\":\"text\",\"text\":\""
                + text
                + "\"}],\"usage\":{\"input_tokens\":0,\"output_tokens\":0}},\"parent_tool_use_id\":null,\"error\":\""
                + error
                + "\"}\n";
    }

    private static String result(String subtype, String status, String text, String errors) {
        return "{\"type\":\"result\",\"subtype\":\""
                + subtype
                + "\",\"is_error\":true,\"api_error_status\":"
                + status
                + ",\"result\":\""
                + text
                + "\",\"errors\":["
                + errors
                + "],\"usage\":{\"input_tokens\":0,\"output_tokens\":0},\"total_cost_usd\":0}\n";
    }

    @Test
    void a_good_call_is_done_and_reports_its_details() {
        var received = ParsedStream.from("claude", INIT + TEXT + TOOL + GOOD);
        assertThat(received.exits(0)).isEqualTo(new CallOutcome.Done());
        assertThat(received.state().started())
                .contains(
                        new AgentSignal.Started(
                                "11111111-2222-3333-4444-555555555555",
                                Optional.of("large"),
                                Optional.of("2.1.197")));
        assertThat(received.all(AgentSignal.ToolCall.class))
                .containsExactly(new AgentSignal.ToolCall("t1", "Edit", "{\"file\":\"a.txt\"}"));
        assertThat(received.all(AgentSignal.ToolResult.class))
                .containsExactly(new AgentSignal.ToolResult("t1", true, "done"));
        assertThat(received.state().spending().sofar().microUsd()).contains(12_500L);
        assertThat(received.state().spending().sofar().tokens()).contains(33L);
    }

    @Test
    void spending_is_known_before_the_end_and_a_message_in_two_frames_counts_once() {
        assertThat(
                        ParsedStream.from("claude", INIT + TEXT + TOOL)
                                .state()
                                .spending()
                                .sofar()
                                .tokens())
                .contains(16L);
    }

    /** Sub-agents work side by side, and each message is told again with each of its blocks. */
    @Test
    void messages_that_arrive_interleaved_count_once_each() {
        var first = TEXT.replace("\"m1\"", "\"a\"");
        var second =
                TEXT.replace("\"m1\"", "\"b\"")
                        .replace("\"parent_tool_use_id\":null", "\"parent_tool_use_id\":\"t1\"");
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        INIT
                                                + first
                                                + second
                                                + first
                                                + second
                                                + first.replace(
                                                        "\"output_tokens\":2",
                                                        "\"output_tokens\":5"))
                                .state()
                                .spending()
                                .sofar()
                                .tokens())
                .contains(27L);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    authentication_failed | null | Not logged in · Please run /login                  | AUTH
                    authentication_failed | 401  | Invalid API key · Fix external API key             | AUTH
                    billing_error         | 400  | Credit balance is too low                          | CREDIT
                    rate_limit            | 429  | API Error: Request rejected (429) · try later      | RATE_LIMIT
                    server_error          | 529  | API Error: 529 Overloaded. Try again in a moment.  | OVERLOADED
                    """)
    void success_in_its_subtype_is_no_success(
            String error, String status, String text, FailureKind kind) {
        var received =
                ParsedStream.from(
                        "claude",
                        INIT + synthetic(error, text) + result("success", status, text, ""));
        assertThat(received.kind(1)).isEqualTo(kind);
        assertThat(received.evidence(1)).isEqualTo(Evidence.EARLIER_FRAME);
        assertThat(received.kind(0)).as("also where a version exits with 0").isEqualTo(kind);
        assertThat(((CallOutcome.Failed) received.exits(1)).message()).isEqualTo(text);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    null | Not logged in · Please run /login                  | AUTH        | PHRASE
                    401  | Invalid API key · Fix external API key             | AUTH        | HTTP_STATUS
                    403  | Your organization has been disabled                | AUTH        | HTTP_STATUS
                    400  | Credit balance is too low                          | CREDIT      | PHRASE
                    400  | Prompt is too long                                 | CONTEXT_FULL | PHRASE
                    429  | something in another version's words               | RATE_LIMIT  | HTTP_STATUS
                    529  | something in another version's words               | OVERLOADED  | HTTP_STATUS
                    null | something in another version's words               | UNKNOWN     | NOTHING
                    """)
    void the_status_and_then_the_phrase_decide_if_the_typed_error_is_missing(
            String status, String text, FailureKind kind, Evidence evidence) {
        var received = ParsedStream.from("claude", INIT + result("success", status, text, ""));
        assertThat(received.kind(1)).isEqualTo(kind);
        assertThat(received.evidence(1)).isEqualTo(evidence);
    }

    @Test
    void the_turn_limit_and_an_unknown_conversation_are_distinguished() {
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        INIT
                                                + TEXT
                                                + result(
                                                        "error_max_turns",
                                                        "null",
                                                        "",
                                                        "\"Reached maximum number of turns (1)\""))
                                .kind(1))
                .isEqualTo(FailureKind.MAX_TURNS);
        var stale = "No conversation found with session ID: 1";
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        result(
                                                "error_during_execution",
                                                "null",
                                                "",
                                                "\"" + stale + "\""))
                                .kind(1, stale))
                .isEqualTo(FailureKind.SESSION_UNKNOWN);
        assertThat(ParsedStream.from("claude", "").kind(1, stale))
                .isEqualTo(FailureKind.SESSION_UNKNOWN);
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        INIT + result("error_max_budget_usd", "null", "", ""))
                                .kind(1))
                .isEqualTo(FailureKind.ALLOWANCE_SPENT);
    }

    @Test
    void a_refusal_at_the_start_is_a_setup_failure() {
        assertThat(
                        ParsedStream.from("claude", "")
                                .kind(
                                        1,
                                        "Error: When using --print, --output-format=stream-json"
                                                + " requires --verbose"))
                .isEqualTo(FailureKind.TRUST_OR_SETUP);
        assertThat(
                        ParsedStream.from("claude", "")
                                .kind(
                                        1,
                                        "--dangerously-skip-permissions cannot be used with"
                                                + " root/sudo privileges for security reasons"))
                .isEqualTo(FailureKind.TRUST_OR_SETUP);
    }

    @Test
    void a_limit_ends_at_the_time_of_the_last_quota() {
        var quota =
                "{\"type\":\"rate_limit_event\",\"rate_limit_info\":{\"status\":\"rejected\",\"rateLimitType\":\"five_hour\",\"resetsAt\":1795300000}}\n";
        var received =
                ParsedStream.from(
                        "claude",
                        INIT
                                + quota
                                + synthetic("rate_limit", "limited")
                                + result("success", "429", "limited", ""));
        assertThat(((CallOutcome.Failed) received.exits(1)).resets())
                .contains(new LimitReset.At(Instant.ofEpochSecond(1_795_300_000)));
        assertThat(received.state().quotas().latest())
                .extracting(Quota::window)
                .containsExactly("five_hour");
    }

    @Test
    void a_reset_in_milliseconds_is_the_same_and_one_in_another_century_is_none() {
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        quota("rejected", "five_hour", 1_795_300_000_000L))
                                .all(Quota.class)
                                .getFirst()
                                .resetsAt())
                .contains(Instant.ofEpochSecond(1_795_300_000));
        for (long odd : new long[] {0, -1, 9_000_000_000L, 9_000_000_000_000L, Long.MAX_VALUE})
            assertThat(
                            ParsedStream.from("claude", quota("rejected", "five_hour", odd))
                                    .all(Quota.class)
                                    .getFirst()
                                    .resetsAt())
                    .as("%d", odd)
                    .isEmpty();
    }

    @Test
    void another_window_that_still_allows_calls_hides_no_limit() {
        var rejected = quota("rejected", "five_hour", 1_795_300_000);
        var limited = synthetic("rate_limit", "limited") + result("success", "429", "limited", "");
        var received =
                ParsedStream.from(
                        "claude",
                        INIT + rejected + quota("allowed", "seven_day", 1_795_900_000) + limited);
        assertThat(((CallOutcome.Failed) received.exits(1)).resets())
                .contains(new LimitReset.At(Instant.ofEpochSecond(1_795_300_000)));
        var over =
                ParsedStream.from(
                        "claude",
                        INIT + rejected + quota("allowed", "five_hour", 1_795_900_000) + limited);
        assertThat(((CallOutcome.Failed) over.exits(1)).resets())
                .as("of one window the latest counts")
                .isEmpty();
        var both =
                ParsedStream.from(
                        "claude",
                        INIT + quota("rejected", "seven_day", 1_795_900_000) + rejected + limited);
        assertThat(((CallOutcome.Failed) both.exits(1)).resets())
                .as("calls are taken again when all windows allow them")
                .contains(new LimitReset.At(Instant.ofEpochSecond(1_795_900_000)));
    }

    private static String quota(String status, String window, long resetsAt) {
        return "{\"type\":\"rate_limit_event\",\"rate_limit_info\":{\"status\":\""
                + status
                + "\",\"rateLimitType\":\""
                + window
                + "\",\"resetsAt\":"
                + resetsAt
                + "}}\n";
    }

    @Test
    void a_quota_that_still_allows_calls_is_no_failure_and_no_reset() {
        var quota =
                "{\"type\":\"rate_limit_event\",\"rate_limit_info\":{\"status\":\"allowed_warning\",\"rateLimitType\":\"seven_day\",\"resetsAt\":1795300000}}\n";
        assertThat(ParsedStream.from("claude", INIT + quota + TEXT + GOOD).exits(0))
                .isEqualTo(new CallOutcome.Done());
        var received =
                ParsedStream.from(
                        "claude",
                        INIT
                                + quota
                                + synthetic("rate_limit", "limited")
                                + result("success", "429", "limited", ""));
        assertThat(((CallOutcome.Failed) received.exits(1)).resets()).isEmpty();
    }

    @Test
    void a_quota_written_into_another_line_is_still_detected() {
        var torn =
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m1\",\"con{\"type\":\"rate_limit_event\",\"rate_limit_info\":{\"status\":\"rejected\",\"rateLimitType\":\"five_hour\",\"resetsAt\":1795300000}}\n"
                    + "tent\":[]}}\n";
        var received = ParsedStream.from("claude", INIT + torn + TEXT + GOOD);
        assertThat(received.all(Quota.class))
                .extracting(Quota::resetsAt)
                .containsExactly(Optional.of(Instant.ofEpochSecond(1_795_300_000)));
        assertThat(received.exits(0)).isEqualTo(new CallOutcome.Done());
    }

    @Test
    void a_quota_followed_by_the_rest_of_that_line_is_detected_too() {
        var within =
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m1\",\"con"
                        + quota("rejected", "five_hour", 1_795_300_000).strip()
                        + "tent\":[]}}\n";
        var received = ParsedStream.from("claude", INIT + within + TEXT + GOOD);
        assertThat(received.all(Quota.class))
                .extracting(Quota::resetsAt)
                .containsExactly(Optional.of(Instant.ofEpochSecond(1_795_300_000)));
        assertThat(received.exits(0)).isEqualTo(new CallOutcome.Done());
    }

    @Test
    void the_content_of_a_torn_line_does_not_complete_the_call() {
        var forged =
                "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"input\":{\"type\":\"result\",\"is_error\":false}}\n";
        assertThat(ParsedStream.from("claude", INIT + TEXT + forged).kind(0))
                .isEqualTo(FailureKind.PROTOCOL);
    }

    @Test
    void retries_are_not_progress_and_explain_the_stall() {
        var offline =
                "{\"type\":\"system\",\"subtype\":\"api_retry\",\"attempt\":3,\"max_retries\":10,\"retry_delay_ms\":1200,\"error_status\":null,\"error\":\"unknown\"}\n";
        var received = ParsedStream.from("claude", INIT + offline);
        assertThat(((CallOutcome.Failed) received.stalls()).kind()).isEqualTo(FailureKind.NETWORK);
        assertThat(received.state().novelty().steps()).isEqualTo(1);
        assertThat(ParsedStream.from("claude", INIT + offline + TEXT + GOOD).exits(0))
                .isEqualTo(new CallOutcome.Done());
        assertThat(
                        ((CallOutcome.Failed)
                                        ParsedStream.from(
                                                        "claude",
                                                        INIT
                                                                + offline.replace("null", "529")
                                                                        .replace(
                                                                                "unknown",
                                                                                "overloaded"))
                                                .stalls())
                                .kind())
                .isEqualTo(FailureKind.OVERLOADED);
    }

    @Test
    void the_words_of_the_model_are_no_evidence() {
        var prose =
                TEXT.replace(
                        "I edit it.",
                        "Not logged in. You've hit your usage limit (429). Credit balance is too"
                                + " low");
        assertThat(ParsedStream.from("claude", INIT + prose).kind(1))
                .isEqualTo(FailureKind.UNKNOWN);
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        INIT + TOOL.replace("done", "Not logged in") + prose)
                                .kind(0))
                .isEqualTo(FailureKind.PROTOCOL);
        var spoken =
                GOOD.replace("\"is_error\":false", "\"is_error\":true")
                        .replace("I edit it.", "Not logged in");
        assertThat(ParsedStream.from("claude", INIT + prose + spoken).kind(1))
                .isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    void a_signal_before_the_last_frame_is_a_failure() {
        assertThat(ParsedStream.from("claude", INIT + TEXT).kind(143))
                .isEqualTo(FailureKind.KILLED);
    }

    @Test
    void a_stream_without_its_end_and_one_without_anything_are_not_done() {
        assertThat(ParsedStream.from("claude", INIT + TEXT).kind(0))
                .isEqualTo(FailureKind.PROTOCOL);
        assertThat(ParsedStream.from("claude", "").kind(0)).isEqualTo(FailureKind.NO_OUTPUT);
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        INIT + TEXT + GOOD.replace("\"is_error\":false,", ""))
                                .kind(0))
                .as("a version that says it otherwise")
                .isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    void a_sub_agents_end_is_not_the_calls() {
        var sub = TEXT.replace("\"parent_tool_use_id\":null", "\"parent_tool_use_id\":\"t1\"");
        assertThat(ParsedStream.from("claude", INIT + sub).all(AgentSignal.SubAgent.class))
                .hasSize(1);
        var failedSub =
                synthetic("rate_limit", "x")
                        .replace("\"parent_tool_use_id\":null", "\"parent_tool_use_id\":\"t1\"");
        assertThat(ParsedStream.from("claude", INIT + TEXT + failedSub + GOOD).exits(0))
                .isEqualTo(new CallOutcome.Done());
    }

    @Test
    void an_error_it_got_over_is_past() {
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        INIT + synthetic("server_error", "x") + TEXT + GOOD)
                                .exits(0))
                .isEqualTo(new CallOutcome.Done());
        assertThat(
                        ParsedStream.from(
                                        "claude",
                                        INIT + TEXT + synthetic("server_error", "x") + GOOD)
                                .kind(0))
                .isEqualTo(FailureKind.OVERLOADED);
    }

    @Test
    void a_stalled_call_is_classified_by_its_last_error() {
        var pending =
                ParsedStream.from(
                                "claude",
                                INIT
                                        + quota("rejected", "five_hour", 1_795_300_000)
                                        + synthetic("rate_limit", "limited"))
                        .stalls();
        assertThat(((CallOutcome.Failed) pending).kind()).isEqualTo(FailureKind.RATE_LIMIT);
        assertThat(((CallOutcome.Failed) pending).resets())
                .contains(new LimitReset.At(Instant.ofEpochSecond(1_795_300_000)));
    }

    @Test
    void a_quota_is_found_also_behind_other_beginnings_in_a_torn_line() {
        var torn =
                "{\"type\":\"assistant\",\"x{\"type\":\"user\",\"y{\"type\":\"system\"} "
                        + quota("rejected", "five_hour", 1_795_300_000);
        assertThat(ParsedStream.from("claude", torn).all(Quota.class)).hasSize(1);
    }

    @Test
    void all_tokens_count_including_those_of_a_cache_and_a_missing_cost_is_not_zero() {
        var received =
                ParsedStream.from(
                        "claude",
                        INIT
                                + GOOD.replace(
                                                "\"output_tokens\":8",
                                                "\"output_tokens\":8,\"cache_creation_input_tokens\":100")
                                        .replace("\"total_cost_usd\":0.0125,", ""));
        assertThat(received.state().spending().sofar().tokens()).contains(133L);
        assertThat(received.state().spending().sofar().microUsd()).isEmpty();
        assertThat(
                        ParsedStream.from("claude", INIT + GOOD.replace("0.0125", "null"))
                                .state()
                                .spending()
                                .sofar()
                                .microUsd())
                .isEmpty();
    }
}
