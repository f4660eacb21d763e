package dev.foldline.effects.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.FailureKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lines that should not be, in the middle of a good stream: they end nothing and make nothing good.
 */
class BadLinesTest {
    private static final String BEFORE =
            """
            {"type":"thread.started","thread_id":"t"}
            {"type":"item.completed","item":{"id":"1","type":"agent_message","text":"Working."}}
            """;
    private static final String AFTER =
            """
            {"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}
            """;

    private static ParsedStream with(String... lines) {
        return ParsedStream.from(
                Adapters.of("codex").orElseThrow(),
                Stream.of(BEFORE.lines(), Stream.of(lines), AFTER.lines()).flatMap(each -> each));
    }

    @Test
    void torn_lines_and_lines_that_are_no_frames_are_kept_as_they_are_and_change_nothing() {
        for (var line :
                new String[] {
                    "{\"type\":\"item.completed\",\"item\":{\"id",
                    "type\":\"x\"}",
                    "[]",
                    "42",
                    "null",
                    "\"text\"",
                    "{}",
                    "{\"type\":7}",
                    "{\"type\":\"brand.new\",\"x\":1}",
                    "\u0000\u0001\ufffd",
                    "{\"type\":\"item.completed\"}",
                    "{\"type\":\"item.completed\",\"item\":[]}",
                    "{} {}",
                    "{\"type\":\"turn.failed\"",
                    "[".repeat(100_000),
                    "{\"a\":".repeat(5_000)
                }) {
            var received = with(line);
            assertThat(received.exits(0))
                    .as(line.substring(0, Math.min(60, line.length())))
                    .isEqualTo(new CallOutcome.Done());
            assertThat(received.all(AgentSignal.Unparsed.class)).hasSize(1);
            assertThat(received.state().lines().not()).isEqualTo(1);
        }
    }

    @Test
    void blank_lines_windows_line_endings_colours_and_a_byte_order_mark_are_ignored() {
        assertThat(
                        ParsedStream.from(
                                        "codex",
                                        "\ufeff"
                                                + BEFORE.replace("\n", "\r\n")
                                                + "\r\n\n \u001b[0m"
                                                + AFTER)
                                .exits(0))
                .isEqualTo(new CallOutcome.Done());
        assertThat(with("", "   ", "\r").state().lines().not()).isZero();
    }

    @Test
    void a_line_of_five_mebibytes_is_read_but_not_buffered() {
        var huge =
                "{\"type\":\"item.completed\",\"item\":{\"id\":\"2\",\"type\":\"agent_message\",\"text\":\""
                        + "x".repeat(5 << 20)
                        + "\"}}";
        var received = with(huge, huge.substring(0, huge.length() - 3));
        assertThat(received.exits(0)).isEqualTo(new CallOutcome.Done());
        assertThat(received.all(AgentSignal.Text.class).getLast().text()).hasSize(2_000);
        assertThat(received.all(AgentSignal.Unparsed.class).getFirst().raw()).hasSize(2_000);
    }

    /** It becomes an argument of the next call. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--dangerously-bypass-approvals-and-sandbox",
                "-c",
                "a b",
                "../x",
                "x\\u0000",
                "\\u00e9",
                "a\\nb"
            })
    void an_invalid_conversation_name_is_ignored(String name) {
        assertThat(session(name)).isEmpty();
        assertThat(session("ses_" + "1".repeat(124))).isNotEmpty();
        assertThat(session("ses_" + "1".repeat(125))).isEmpty();
    }

    private static String session(String name) {
        return ParsedStream.from(
                        "codex", "{\"type\":\"thread.started\",\"thread_id\":\"" + name + "\"}")
                .all(AgentSignal.Started.class)
                .getFirst()
                .session();
    }

    @Test
    void a_stream_of_invalid_lines_is_not_done() {
        assertThat(ParsedStream.from("claude", "hello\nworld\n").kind(0))
                .isEqualTo(FailureKind.PROTOCOL);
        assertThat(ParsedStream.from("gemini", "{\"type\":\"new\"}").kind(0))
                .isEqualTo(FailureKind.PROTOCOL);
    }

    @Test
    void numbers_and_times_out_of_bounds_are_ignored() {
        var odd =
                "{\"type\":\"rate_limit_event\",\"rate_limit_info\":{\"status\":\"rejected\",\"resetsAt\":99999999999999999}}\n"
                    + "{\"type\":\"system\",\"subtype\":\"api_retry\",\"attempt\":1e300,\"retry_delay_ms\":-5,\"error_status\":\"x\"}\n"
                    + "{\"type\":\"result\",\"is_error\":true,\"total_cost_usd\":1e300,\"usage\":{\"input_tokens\":-1,\"output_tokens\":\"many\"}}\n";
        var received = ParsedStream.from("claude", odd);
        assertThat(received.kind(1)).isEqualTo(FailureKind.UNKNOWN);
        assertThat(received.state().quotas().latest())
                .extracting(AgentSignal.Quota::resetsAt)
                .containsExactly(Optional.empty());
        assertThat(received.state().spending().sofar().microUsd()).isEmpty();
    }

    @Test
    void a_program_that_speaks_no_frames_is_judged_by_its_exit_code() {
        var any = new GenericCommand();
        assertThat(ParsedStream.from(any, Stream.of("{\"type\":\"error\"}", "bye")).exits(0))
                .isEqualTo(new CallOutcome.Done());
        assertThat(ParsedStream.from(any, Stream.of()).exits(0)).isEqualTo(new CallOutcome.Done());
        assertThat(ParsedStream.from(any, Stream.of()).kind(75)).isEqualTo(FailureKind.RATE_LIMIT);
        assertThat(ParsedStream.from(any, Stream.of()).kind(127))
                .isEqualTo(FailureKind.TRUST_OR_SETUP);
        assertThat(ParsedStream.from(any, Stream.of("rate limit")).kind(3))
                .isEqualTo(FailureKind.UNKNOWN);
        assertThat(ParsedStream.from(any, Stream.of()).kind(139)).isEqualTo(FailureKind.KILLED);
    }

    @Test
    void a_repeated_line_is_not_progress_regardless_of_its_numbers() {
        var said =
                "{\"type\":\"item.completed\",\"item\":{\"id\":\"1\",\"type\":\"agent_message\",\"text\":\"failed"
                    + " at 10:0%d\"}}";
        assertThat(
                        with(said.formatted(1), said.formatted(2), said.formatted(3))
                                .state()
                                .novelty()
                                .steps())
                .isEqualTo(3);
    }
}
