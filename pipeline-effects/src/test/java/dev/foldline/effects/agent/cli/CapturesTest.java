package dev.foldline.effects.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.StreamState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZonedDateTime;

/**
 * What real command lines printed, asked by us, with a provider on loopback: the folder names the
 * command line and its version.
 */
class CapturesTest {
    private static final ZonedDateTime NOW = ZonedDateTime.parse("2026-11-28T22:54:00Z[UTC]");

    private static ParsedStream capture(String name) {
        try (var file = CapturesTest.class.getResourceAsStream("/captures/" + name + ".jsonl")) {
            var lines = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return ParsedStream.from(name.substring(0, name.indexOf('-')), lines);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "claude-2.1.332/success",
        "claude-2.1.332/background-task",
        "codex-0.171.0/success",
        "opencode-1.18.33/success",
        "gemini-0.61.0/success"
    })
    void the_last_frame_of_a_success_decides_however_the_process_ends(String name) {
        for (int code : new int[] {0, 1, 2, 127, 137, 139, 143})
            assertThat(capture(name).exits(code)).as("%d", code).isEqualTo(new CallOutcome.Done());
        assertThat(capture(name).hangs()).isEqualTo(new CallOutcome.Done());
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "claude-2.1.332/unauthorized,1,AUTH",
        "claude-2.1.332/credit,1,CREDIT",
        "claude-2.1.332/limit,1,RATE_LIMIT",
        "claude-2.1.332/weekly-limit,1,RATE_LIMIT",
        "claude-2.1.332/limit-during-work,1,RATE_LIMIT",
        "claude-2.1.332/minute-limit,1,RATE_LIMIT",
        "claude-2.1.332/missing-model,1,MODEL_UNAVAILABLE",
        "claude-2.1.332/output-limit,1,OUTPUT_LIMIT",
        "claude-2.1.332/cut-stream,1,NETWORK",
        "claude-2.1.332/overloaded,1,OVERLOADED",
        "codex-0.171.0/unauthorized,1,AUTH",
        "codex-0.171.0/credit,1,CREDIT",
        "codex-0.171.0/limit,1,RATE_LIMIT",
        "codex-0.171.0/limit-today,1,RATE_LIMIT",
        "codex-0.171.0/minute-limit,1,RATE_LIMIT",
        "codex-0.171.0/missing-model,1,MODEL_UNAVAILABLE",
        "codex-0.171.0/missing-model-400,1,MODEL_UNAVAILABLE",
        "codex-0.171.0/model-of-another-plan,1,MODEL_UNAVAILABLE",
        "codex-0.171.0/output-limit,1,OUTPUT_LIMIT",
        "codex-0.171.0/cut-stream,1,NETWORK",
        "codex-0.171.0/overloaded,1,OVERLOADED",
        "opencode-1.18.33/unauthorized,1,AUTH",
        "opencode-1.18.33/spent-quota,1,CREDIT",
        "opencode-1.18.33/missing-model,1,MODEL_UNAVAILABLE",
        "opencode-1.18.33/output-limit,0,OUTPUT_LIMIT",
        "opencode-1.18.33/cut-stream,1,NETWORK",
        "gemini-0.61.0/unauthorized,145,AUTH",
        "gemini-0.61.0/invalid-key,144,AUTH",
        "gemini-0.61.0/limit,173,RATE_LIMIT",
        "gemini-0.61.0/missing-model,1,MODEL_UNAVAILABLE"
    })
    void a_failure_has_its_kind_whether_the_process_exits_or_hangs(
            String name, int code, FailureKind kind) {
        assertThat(capture(name).kind(code)).isEqualTo(kind);
        if (capture(name).state().isOver())
            assertThat(((CallOutcome.Failed) capture(name).hangs()).kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "claude-2.1.332/limit,2026-11-29T03:53:41Z",
        "claude-2.1.332/weekly-limit,2026-12-02T22:53:47Z",
        "claude-2.1.332/limit-during-work,2026-11-29T03:53:56Z",
        "codex-0.171.0/limit,2026-12-01T22:55:00Z",
        "codex-0.171.0/limit-today,2026-11-28T22:55:00Z",
        "codex-0.171.0/minute-limit,2026-11-28T22:54:20Z"
    })
    void a_limit_ends_when_it_says(String name, Instant end) {
        var failed = (CallOutcome.Failed) capture(name).exits(1);
        assertThat(failed.resets().orElseThrow().from(NOW)).isEqualTo(end);
    }

    /** Claude Code reports a result, waits for its task, and continues with another turn. */
    @Test
    void a_call_with_a_task_in_the_background_is_over_only_after_its_last_result() {
        var stream = capture("claude-2.1.332/background-task");
        var first = stream.states().stream().filter(StreamState::isOver).findFirst().orElseThrow();
        assertThat(first.isExitDue()).as("after its first result").isFalse();
        assertThat(stream.state().isExitDue()).as("after its last").isTrue();
    }
}
