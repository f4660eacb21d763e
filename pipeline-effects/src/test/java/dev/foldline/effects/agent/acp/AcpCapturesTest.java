package dev.foldline.effects.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.StreamState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/** What a real adapter for the Agent Client Protocol sent, with a provider on loopback. */
class AcpCapturesTest {
    /** The messages that the adapter sent, and the outcome of the call. */
    private static CallOutcome outcome(String name) throws IOException {
        var printed = new ByteArrayOutputStream();
        var frames = new AcpFrames(new PrintStream(printed, false, StandardCharsets.UTF_8));
        try (var file =
                AcpCapturesTest.class.getResourceAsStream(
                        "/captures/claude-agent-acp-0.101.0/" + name + ".jsonl")) {
            new AcpSession(
                            new ByteArrayInputStream(file.readAllBytes()),
                            OutputStream.nullOutputStream(),
                            Path.of("/folder"),
                            new AcpOptions(Optional.empty(), true, Optional.empty(), List.of()),
                            frames)
                    .ask("Do the work.");
        } catch (AcpFault fault) {
            frames.fail(fault);
        }
        var stream = new AgentStream(Adapters.of(Adapters.ACP).orElseThrow());
        var state = StreamState.EMPTY;
        for (var line : printed.toString(StandardCharsets.UTF_8).lines().toList())
            state = stream.step(state, line).state();
        assertThat(state.isExitDue()).isTrue();
        return stream.finish(state, new Exit.Overdue(), "");
    }

    @Test
    void the_end_of_a_turn_is_a_success() throws IOException {
        assertThat(outcome("success")).isEqualTo(new CallOutcome.Done());
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "unauthorized,AUTH",
        "credit,CREDIT",
        "limit,RATE_LIMIT",
        "missing-model,MODEL_UNAVAILABLE",
        "output-limit,OUTPUT_LIMIT",
        "cut-stream,OVERLOADED"
    })
    void an_error_has_the_kind_that_the_adapter_names(String name, FailureKind kind)
            throws IOException {
        assertThat(((CallOutcome.Failed) outcome(name)).kind()).isEqualTo(kind);
    }

    @Test
    void the_end_of_a_limit_is_in_its_words() throws IOException {
        var now = ZonedDateTime.parse("2026-11-28T23:16:00Z");
        assertThat(((CallOutcome.Failed) outcome("limit")).resets().orElseThrow().from(now))
                .isEqualTo(Instant.parse("2026-11-29T04:16:00Z"));
    }
}
