package dev.foldline.effects.agent.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.agent.cli.ChatFormat;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.CallOutcome.Failed;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.StreamState;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.testkit.agent.ChatReply;
import dev.foldline.testkit.agent.FakeChatServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;

/** What each kind of answer of a chat endpoint means, by the frames that the program prints. */
class ChatProgramTest {
    private static final String KEY = "not-a-key-but-secret";
    private static final ZonedDateTime NOW =
            ZonedDateTime.of(2026, 11, 1, 8, 0, 0, 0, ZoneOffset.UTC);

    @TempDir Path folder;
    private Optional<ChatEndpoint.Prices> prices = Optional.empty();
    private Map<String, String> environment = Map.of("MODELS", KEY);

    /** What the driver has read of a call. */
    private record Call(StreamState state, CallOutcome outcome) {}

    private Call call(URI address) throws IOException {
        var out = new ByteArrayOutputStream();
        int code =
                ChatProgram.run(
                        new ChatEndpoint(address, "small", Optional.of("MODELS"), prices),
                        environment,
                        new ByteArrayInputStream("Review it.".getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        folder);
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain(KEY);
        var stream = new AgentStream(new ChatFormat());
        var state = StreamState.EMPTY;
        for (var line : out.toString(StandardCharsets.UTF_8).lines().toList())
            state = stream.step(state, line).state();
        return new Call(state, stream.finish(state, new Exit.Code(code), ""));
    }

    private Call call(ChatReply reply) throws IOException {
        try (var server = FakeChatServer.playing(reply)) {
            return call(server.baseUrl());
        }
    }

    private Failed failed(ChatReply reply) throws IOException {
        return (Failed) call(reply).outcome();
    }

    private Kind fault(ChatReply reply) throws IOException {
        return failed(reply).kind().fault();
    }

    private String answered(ChatReply reply) throws IOException {
        assertThat(call(reply).outcome()).isEqualTo(new CallOutcome.Done());
        return new String(
                new ExchangeFolder(folder).readAnswer().orElseThrow(), StandardCharsets.UTF_8);
    }

    @Test
    void a_finished_call_reports_its_tokens_and_with_prices_its_cost() throws IOException {
        var free = call(ChatReply.text("{}")).state().spending().sofar();
        assertThat(free.tokens()).contains(120L);
        assertThat(free.microUsd()).isEmpty();
        prices = Optional.of(new ChatEndpoint.Prices(new BigDecimal("2.50"), BigDecimal.TEN));
        assertThat(call(ChatReply.text("{}")).state().spending().sofar().microUsd()).contains(450L);
    }

    @Test
    void json_is_found_in_an_answer_with_more_around_it() throws IOException {
        assertThat(
                        answered(
                                ChatReply.text(
                                        "<think>{\"a\": 1}</think>Sure:\n```json\n{\"b\":"
                                                + " 2}\n```\nDone.")))
                .isEqualTo("{\"b\": 2}");
    }

    @Test
    void json_is_found_between_other_braces_and_an_answer_without_any_is_kept() throws IOException {
        assertThat(
                        answered(
                                ChatReply.text(
                                        "It says {this} and {\"x\": {\"y\": \"}\"}} at the end")))
                .isEqualTo("{\"x\": {\"y\": \"}\"}}");
        assertThat(answered(ChatReply.text("I cannot say."))).isEqualTo("I cannot say.");
    }

    @Test
    void an_answer_that_is_not_streamed_is_read_too() throws IOException {
        var whole =
                "{\"choices\":[{\"message\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}";
        var call = call(ChatReply.whole(200, "application/json", whole, Map.of()));
        assertThat(call.outcome()).isEqualTo(new CallOutcome.Done());
        assertThat(call.state().spending().sofar().tokens()).contains(7L);
    }

    @Test
    void a_server_that_does_not_know_the_count_of_tokens_is_asked_without_it() throws IOException {
        var refusal = ChatReply.refusal(400, "unknown", "unknown field stream_options", Map.of());
        try (var server = FakeChatServer.playing(refusal, ChatReply.text("{}"))) {
            assertThat(call(server.baseUrl()).outcome()).isEqualTo(new CallOutcome.Done());
            assertThat(server.requests().getLast().body().has("stream_options")).isFalse();
        }
    }

    /** The provider quotes the key, as some do. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    401 | invalid_api_key         | AUTHENTICATION
                    402 | ''                      | CREDIT
                    429 | insufficient_quota      | CREDIT
                    429 | rate_limit_exceeded     | RATE_LIMIT
                    503 | ''                      | OVERLOADED
                    400 | context_length_exceeded | CONTEXT_FULL
                    404 | model_not_found         | MODEL_UNAVAILABLE
                    400 | ''                      | AGENT_FAILED
                    302 | ''                      | AGENT_FAILED
                    """)
    void a_refusal_is_classified_by_its_code_then_by_its_status(int status, String code, Kind kind)
            throws IOException {
        var refusal = ChatReply.refusal(status, code, "not with " + KEY, Map.of());
        assertThat(failed(refusal).kind().fault()).isEqualTo(kind);
    }

    @ParameterizedTest(name = "{1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    429 | Retry-After                | 3600                          | 2026-11-01T09:00:00Z
                    429 | x-ratelimit-reset-requests | 1h0m0s                        | 2026-11-01T09:00:00Z
                    503 | Retry-After                | Tue, 01 Dec 2026 00:00:00 GMT | 2026-12-01T00:00:00Z
                    """)
    void the_end_of_a_limit_is_read_from_the_headers(
            int status, String header, String value, Instant end) throws IOException {
        var limited = failed(ChatReply.refusal(status, "", "slowly", Map.of(header, value)));
        assertThat(limited.resets().orElseThrow().from(NOW)).isEqualTo(end);
    }

    @Test
    void a_stream_that_ends_early_is_a_failure_of_the_network() throws IOException {
        assertThat(failed(ChatReply.cut("{\"issues\": []}")).kind()).isEqualTo(FailureKind.NETWORK);
        var unfinished = "{\"choices\":[{\"delta\":{\"content\":\"{}\"}}]}";
        assertThat(failed(ChatReply.events(unfinished)).kind())
                .as("without its end")
                .isEqualTo(FailureKind.NETWORK);
    }

    @Test
    void nonsense_is_a_failure_of_the_agent() throws IOException {
        assertThat(fault(ChatReply.events("{not json"))).isEqualTo(Kind.AGENT_FAILED);
        assertThat(fault(ChatReply.whole(200, "text/html", "<html>", Map.of())))
                .as("a page in place of an answer")
                .isEqualTo(Kind.AGENT_FAILED);
        assertThat(fault(ChatReply.stopped("{", "length"))).isEqualTo(Kind.OUTPUT_LIMIT);
    }

    @Test
    void an_answer_without_text_or_before_its_end_is_a_failure_of_the_agent() throws IOException {
        assertThat(fault(ChatReply.stopped("", "stop"))).isEqualTo(Kind.NO_OUTPUT);
        assertThat(fault(ChatReply.stopped("{", "tool_calls"))).isEqualTo(Kind.AGENT_FAILED);
        var error = "{\"error\":{\"message\":\"busy\",\"code\":\"server_error\"}}";
        assertThat(fault(ChatReply.events(error))).isEqualTo(Kind.OVERLOADED);
    }

    @Test
    void a_call_without_its_key_asks_nobody() throws IOException {
        environment = Map.of("MODELS", " ");
        try (var server = FakeChatServer.playing(ChatReply.text("{}"))) {
            var failed = (Failed) call(server.baseUrl()).outcome();
            assertThat(failed.kind()).isEqualTo(FailureKind.AUTH);
            assertThat(failed.message()).contains("the variable MODELS is not set");
            assertThat(server.requests()).isEmpty();
        }
    }
}
