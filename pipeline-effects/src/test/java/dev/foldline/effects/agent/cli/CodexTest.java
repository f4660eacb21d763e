package dev.foldline.effects.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.workflow.PriceList.Tokens;
import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.CallOutcome.Evidence;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.LimitReset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.time.ZonedDateTime;

/** What Codex tells, and how its failures are told apart. */
class CodexTest {
    private static final String BEGUN =
            """
            {"type":"thread.started","thread_id":"0199a213-81c0-7800-8aa1-bbab2a035a53"}
            {"type":"turn.started"}
            """;
    private static final String WORK =
            """
            {"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata not found"}}
            {"type":"item.started","item":{"id":"item_1","type":"command_execution","command":"make","aggregated_output":"","exit_code":null,"status":"in_progress"}}
            {"type":"item.completed","item":{"id":"item_1","type":"command_execution","command":"make","aggregated_output":"ok","exit_code":0,"status":"completed"}}
            {"type":"item.completed","item":{"id":"item_2","type":"file_change","changes":[{"path":"a.txt","kind":"update"}],"status":"completed"}}
            {"type":"item.completed","item":{"id":"item_3","type":"agent_message","text":"Done."}}
            """;
    private static final Tokens TOKENS = new Tokens(40, 60, 20);

    private static final String GOOD =
            """
            {"type":"turn.completed","usage":{"input_tokens":100,"cached_input_tokens":60,"output_tokens":20,"reasoning_output_tokens":5}}
            """;

    private static String failed(String message) {
        return "{\"type\":\"turn.failed\",\"error\":{\"message\":\"" + message + "\"}}\n";
    }

    private static String error(String message) {
        return "{\"type\":\"error\",\"message\":\"" + message + "\"}\n";
    }

    @Test
    void a_good_call_is_done_though_something_was_warned_of() {
        var received = ParsedStream.from("codex", BEGUN + WORK + GOOD);
        assertThat(received.exits(0)).isEqualTo(new CallOutcome.Done());
        assertThat(received.state().started().map(AgentSignal.Started::session))
                .contains("0199a213-81c0-7800-8aa1-bbab2a035a53");
        var sofar = received.state().spending().sofar();
        assertThat(sofar.tokens()).contains(120L);
        assertThat(sofar.microUsd()).isEmpty();
        assertThat(sofar.priced()).as("cached tokens have a price of their own").contains(TOKENS);
        assertThat(received.all(AgentSignal.ToolCall.class))
                .extracting(AgentSignal.ToolCall::name)
                .containsExactly("command_execution", "file_change");
        assertThat(received.all(AgentSignal.Warning.class)).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    You’ve hit your usage limit. Upgrade to Pro or try again at 10:26 PM. | RATE_LIMIT | PHRASE
                    You've hit your usage limit. Try again at 10:26 PM.                    | RATE_LIMIT | PHRASE
                    Quota exceeded. Check your plan and billing details.                   | CREDIT     | PHRASE
                    unexpected status 401 Unauthorized: nobody, url: http://localhost/     | AUTH       | HTTP_STATUS
                    Selected model is at capacity. Please try a different model.           | OVERLOADED | PHRASE
                    stream disconnected before completion: error sending request           | NETWORK    | PHRASE
                    unexpected status 404 Not Found: no such model, url: http://localhost/ | MODEL_UNAVAILABLE | HTTP_STATUS
                    ran out of room in the model’s context window                          | CONTEXT_FULL | PHRASE
                    exceeded retry limit, last status: 429 Too Many Requests               | RATE_LIMIT | HTTP_STATUS
                    "exceeded retry limit, last status: 503 Service Unavailable, request id: 1" | OVERLOADED | HTTP_STATUS
                    stream disconnected before completion: Rate limit reached for some-model in organization x on tokens per min. Please try again in 1.5s. | RATE_LIMIT | PHRASE
                    We're currently experiencing high demand, which may cause temporary errors. | OVERLOADED | PHRASE
                    stream disconnected before completion: We're currently experiencing high demand | OVERLOADED | PHRASE
                    something in another version's words                                   | UNKNOWN    | NOTHING
                    """)
    void the_message_of_the_failed_turn_decides(
            String message, FailureKind kind, Evidence evidence) {
        var received = ParsedStream.from("codex", BEGUN + failed(message));
        assertThat(received.kind(1)).isEqualTo(kind);
        assertThat(received.evidence(1)).isEqualTo(evidence);
        assertThat(received.kind(0)).as("also with exit code 0").isEqualTo(kind);
    }

    @Test
    void a_401_after_a_retry_is_an_authentication_failure() {
        var received =
                ParsedStream.from(
                        "codex",
                        BEGUN
                                + error("Reconnecting… 1/1 (unexpected status 401 Unauthorized)")
                                + failed("unexpected status 401 Unauthorized: x, url: y"));
        assertThat(received.kind(1)).isEqualTo(FailureKind.AUTH);
    }

    @Test
    void standard_error_counts_only_if_the_call_failed() {
        var stale =
                "Error: thread/resume: thread/resume failed: no rollout found for thread id 1 (code"
                        + " -32600)";
        assertThat(ParsedStream.from("codex", "").kind(1, stale))
                .isEqualTo(FailureKind.SESSION_UNKNOWN);
        assertThat(
                        ParsedStream.from("codex", "")
                                .kind(
                                        1,
                                        "Not inside a trusted directory and --skip-git-repo-check"
                                                + " was not specified."))
                .isEqualTo(FailureKind.TRUST_OR_SETUP);
        assertThat(((CallOutcome.Failed) ParsedStream.from("codex", "").exits(1, stale)).message())
                .as("and is shown")
                .isEqualTo(stale);
        assertThat(ParsedStream.from("codex", BEGUN + WORK + GOOD).exits(0, stale))
                .isEqualTo(new CallOutcome.Done());
    }

    @Test
    void connecting_again_is_no_failure_but_no_progress_either() {
        var received =
                ParsedStream.from(
                        "codex", BEGUN + error("Reconnecting… 2/5 (stream disconnected)"));
        assertThat(((CallOutcome.Failed) received.stalls()).kind()).isEqualTo(FailureKind.NETWORK);
        assertThat(received.state().retries()).isEqualTo(1);
        var offline =
                ParsedStream.from(
                        "codex",
                        BEGUN
                                + error(
                                        "Reconnecting... 5/5 (failed to lookup address"
                                                + " information)")
                                + error(
                                        "Reconnecting... waiting for network (Connection failed:"
                                                + " error sending request)"));
        assertThat(((CallOutcome.Failed) offline.stalls()).kind()).isEqualTo(FailureKind.NETWORK);
        assertThat(offline.state().retries()).as("also without a number").isEqualTo(2);
        assertThat(
                        ParsedStream.from(
                                        "codex",
                                        BEGUN + error("Reconnecting… 2/5 (x)") + WORK + GOOD)
                                .exits(0))
                .isEqualTo(new CallOutcome.Done());
        assertThat(
                        ParsedStream.from("codex", BEGUN + WORK + error("something passing") + GOOD)
                                .exits(0))
                .isEqualTo(new CallOutcome.Done());
    }

    @Test
    void the_end_of_a_limit_is_parsed_from_a_time_of_day_or_a_date() {
        var now = ZonedDateTime.parse("2026-11-21T21:00:00+01:00[Europe/Paris]");
        assertThat(resets("You’ve hit your usage limit. … try again at 10:26 PM.", now))
                .isEqualTo(Instant.parse("2026-11-21T21:27:00Z"));
        assertThat(resets("You’ve hit your usage limit. … try again at 8:59 AM.", now))
                .isEqualTo(Instant.parse("2026-11-22T08:00:00Z"));
        assertThat(resets("You’ve hit your usage limit. Try again at Nov 23rd, 2026 1:05 AM.", now))
                .isEqualTo(Instant.parse("2026-11-23T00:06:00Z"));
    }

    /** Its clock is cut to the minute, and it names the day where it is another one. */
    @Test
    void a_limit_that_ends_within_the_minute_or_has_just_ended_does_not_cost_a_day() {
        var reported = "You’ve hit your usage limit. … try again at 10:26 PM.";
        assertThat(resets(reported, ZonedDateTime.parse("2026-11-21T22:26:30+01:00[Europe/Paris]")))
                .isEqualTo(Instant.parse("2026-11-21T21:27:00Z"));
        assertThat(resets(reported, ZonedDateTime.parse("2026-11-21T22:28:00+01:00[Europe/Paris]")))
                .isEqualTo(Instant.parse("2026-11-21T21:29:00Z"));
        assertThat(
                        resets(
                                reported.replace("10:26 PM", "11:59 PM"),
                                ZonedDateTime.parse("2026-11-21T23:59:40+01:00[Europe/Paris]")))
                .isEqualTo(Instant.parse("2026-11-21T23:00:00Z"));
    }

    @Test
    void no_limit_is_believed_to_last_longer_than_a_month_and_a_few_days() {
        var now = ZonedDateTime.parse("2026-11-21T21:00:00Z");
        assertThat(resets("You’ve hit your usage limit. Try again at Nov 23rd, 2126 1:05 AM.", now))
                .isEqualTo(Instant.parse("2026-12-26T21:00:00Z"));
        assertThat(new LimitReset.At(Instant.MAX).from(now))
                .isEqualTo(Instant.parse("2026-12-26T21:00:00Z"));
    }

    @Test
    void a_token_limit_per_minute_ends_at_the_time_of_the_provider() {
        assertThat(
                        resets(
                                "stream disconnected before completion: Rate limit reached for x."
                                        + " Please try again in 11.054s.",
                                ZonedDateTime.parse("2026-11-21T22:28:00Z")))
                .isEqualTo(Instant.parse("2026-11-21T22:28:12Z"));
    }

    @Test
    void the_failure_of_the_last_frame_outranks_errors_before_the_work() {
        var busy = error("unexpected status 503 Service Unavailable");
        assertThat(
                        ParsedStream.from("codex", BEGUN + busy + WORK + failed("Quota exceeded."))
                                .kind(1))
                .isEqualTo(FailureKind.CREDIT);
        assertThat(ParsedStream.from("codex", BEGUN + busy + failed("Quota exceeded.")).kind(1))
                .as("also without any work in between")
                .isEqualTo(FailureKind.CREDIT);
        assertThat(
                        ParsedStream.from("codex", BEGUN + busy + WORK + failed("something new"))
                                .kind(1))
                .as("what it got over is past")
                .isEqualTo(FailureKind.UNKNOWN);
        assertThat(ParsedStream.from("codex", BEGUN + busy + failed("something new")).kind(1))
                .isEqualTo(FailureKind.OVERLOADED);
    }

    private static Instant resets(String message, ZonedDateTime now) {
        return ((CallOutcome.Failed) ParsedStream.from("codex", BEGUN + failed(message)).exits(1))
                .resets()
                .orElseThrow()
                .from(now);
    }

    @Test
    void the_end_of_the_turn_is_needed_for_a_good_one() {
        assertThat(ParsedStream.from("codex", BEGUN + WORK).kind(0))
                .isEqualTo(FailureKind.PROTOCOL);
        assertThat(
                        ParsedStream.from("codex", BEGUN + WORK + GOOD + failed("Quota exceeded."))
                                .kind(0))
                .isEqualTo(FailureKind.CREDIT);
        assertThat(
                        ParsedStream.from("codex", BEGUN + failed("Quota exceeded.") + WORK + GOOD)
                                .exits(0))
                .as("the last turn ended well")
                .isEqualTo(new CallOutcome.Done());
    }

    @Test
    void work_behind_the_end_of_a_turn_needs_another_end() {
        assertThat(ParsedStream.from("codex", BEGUN + GOOD + WORK).kind(0))
                .isEqualTo(FailureKind.PROTOCOL);
    }

    @Test
    void the_first_name_of_a_conversation_stays() {
        assertThat(
                        ParsedStream.from("codex", BEGUN + BEGUN.replace("0199a213", "0299a213"))
                                .state()
                                .started()
                                .map(AgentSignal.Started::session))
                .contains("0199a213-81c0-7800-8aa1-bbab2a035a53");
    }

    @Test
    void a_command_that_fails_is_reported_as_failed() {
        assertThat(
                        ParsedStream.from("codex", WORK)
                                .all(AgentSignal.ToolResult.class)
                                .getFirst()
                                .ok())
                .isTrue();
        assertThat(
                        ParsedStream.from(
                                        "codex", WORK.replace("\"exit_code\":0", "\"exit_code\":2"))
                                .all(AgentSignal.ToolResult.class)
                                .getFirst()
                                .ok())
                .isFalse();
        assertThat(
                        ParsedStream.from(
                                        "codex",
                                        WORK.replace(
                                                "\"status\":\"completed\"",
                                                "\"status\":\"failed\""))
                                .all(AgentSignal.ToolResult.class)
                                .getFirst()
                                .ok())
                .isFalse();
    }

    @Test
    void connecting_again_after_a_refusal_stalls_for_that_refusal() {
        var refused =
                ParsedStream.from(
                        "codex",
                        BEGUN
                                + error(
                                        "Reconnecting… 1/5 (unexpected status 503 Service"
                                                + " Unavailable)"));
        assertThat(((CallOutcome.Failed) refused.stalls()).kind())
                .isEqualTo(FailureKind.OVERLOADED);
        assertThat(refused.kind(1)).as("or ends for it").isEqualTo(FailureKind.OVERLOADED);
    }

    /** So long after it the clock was meant for today; later for tomorrow. */
    @Test
    void a_time_of_day_within_the_last_six_hours_means_today() {
        var reported = "You’ve hit your usage limit. … try again at 10:00 AM.";
        assertThat(resets(reported, ZonedDateTime.parse("2026-11-21T16:00:30Z")))
                .isEqualTo(Instant.parse("2026-11-21T16:01:30Z"));
        assertThat(resets(reported, ZonedDateTime.parse("2026-11-21T16:01:00Z")))
                .isEqualTo(Instant.parse("2026-11-22T10:01:00Z"));
    }
}
