package dev.foldline.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.AgentStream.Step;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.StreamState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the command lines that are played say is understood by the parsers of those that play; no
 * process is needed for that.
 */
class PersonasTest {
    private static final String SESSION = "11111111-2222-3333-4444-555555555555";
    private static final Map<InjectedFailure, FailureKind> KINDS =
            Map.of(
                    InjectedFailure.AUTH,
                    FailureKind.AUTH,
                    InjectedFailure.CREDIT,
                    FailureKind.CREDIT,
                    InjectedFailure.RATE_LIMIT,
                    FailureKind.RATE_LIMIT,
                    InjectedFailure.OVERLOADED,
                    FailureKind.OVERLOADED,
                    InjectedFailure.CONTEXT_FULL,
                    FailureKind.CONTEXT_FULL,
                    InjectedFailure.NETWORK,
                    FailureKind.NETWORK,
                    InjectedFailure.CUT_OFF,
                    FailureKind.PROTOCOL);

    private static CallOutcome parse(Persona persona, List<String> lines, int exit, String stderr) {
        var stream = new AgentStream(Adapters.of(persona.name()).orElseThrow());
        return stream.finish(state(stream, lines), new Exit.Code(exit), stderr);
    }

    private static StreamState state(AgentStream stream, List<String> lines) {
        var state = StreamState.EMPTY;
        for (var line : lines) state = stream.step(state, line).state();
        return state;
    }

    private static List<String> startArguments(Persona persona) {
        var lines = new ArrayList<>(persona.begins(SESSION));
        lines.addAll(persona.uses(SESSION, "t1", "a.txt", true));
        lines.addAll(persona.says(SESSION, "Working."));
        return lines;
    }

    @ParameterizedTest
    @EnumSource
    void each_failure_is_reported_with_its_kind(Personas played) {
        var persona = played.persona();
        for (var failing : InjectedFailure.values()) {
            var lines = startArguments(persona);
            for (int attempt = 1; failing == InjectedFailure.NETWORK && attempt <= 5; attempt++)
                lines.addAll(persona.retries(SESSION, attempt));
            var end = persona.fails(SESSION, failing, Instant.now().plusSeconds(3600));
            lines.addAll(end.lines());
            var outcome = parse(persona, lines, end.exit(), end.stderr());
            if (failing == InjectedFailure.SUCCESS_WITH_EXIT_1) {
                assertThat(outcome).as(persona.name()).isEqualTo(new CallOutcome.Done());
                continue;
            }
            assertThat(outcome)
                    .as("%s, %s", persona.name(), failing)
                    .isInstanceOf(CallOutcome.Failed.class);
            var failed = (CallOutcome.Failed) outcome;
            if (KINDS.containsKey(failing))
                assertThat(failed.kind())
                        .as("%s, %s", persona.name(), failing)
                        .isEqualTo(KINDS.get(failing));
            assertThat(failed.resets().isPresent())
                    .as("%s, %s: when it ends", persona.name(), failing)
                    .isEqualTo(failing == InjectedFailure.RATE_LIMIT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_unknown_conversation_is_reported_as_such(Personas played) {
        var end = played.persona().unknown(SESSION);
        assertThat(parse(played.persona(), end.lines(), end.exit(), end.stderr()))
                .isInstanceOfSatisfying(
                        CallOutcome.Failed.class,
                        failed -> assertThat(failed.kind()).isEqualTo(FailureKind.SESSION_UNKNOWN));
    }

    @ParameterizedTest
    @EnumSource
    void a_good_call_is_done_and_reports_its_conversation(Personas played) {
        var lines = startArguments(played.persona());
        lines.addAll(played.persona().ends(SESSION, 1));
        assertThat(parse(played.persona(), lines, 0, "noise")).isEqualTo(new CallOutcome.Done());
        assertThat(
                        state(
                                        new AgentStream(
                                                Adapters.of(played.persona().name()).orElseThrow()),
                                        lines)
                                .started()
                                .orElseThrow()
                                .session())
                .isEqualTo(SESSION);
    }

    /** What means nothing, the same little thing, and trying again. */
    @ParameterizedTest
    @EnumSource
    void repeated_output_is_not_progress(Personas played) {
        var persona = played.persona();
        var stream = new AgentStream(Adapters.of(persona.name()).orElseThrow());
        var lines = startArguments(persona);
        lines.addAll(persona.says(SESSION, ".."));
        var before = state(stream, lines);
        for (var again :
                List.of(
                        List.of(persona.heartbeat(SESSION)),
                        persona.says(SESSION, ".."),
                        persona.uses(SESSION, "t2", "a.txt", true),
                        persona.retries(SESSION, 7))) {
            var after = new Step(before, List.of());
            for (var line : again) after = stream.step(after.state(), line);
            assertThat(after.state().novelty().steps())
                    .as("%s: %s", persona.name(), again)
                    .isEqualTo(before.novelty().steps());
        }
    }

    @Test
    void all_of_them_can_be_played() {
        assertThat(Personas.values())
                .extracting(played -> played.persona().name())
                .containsExactlyElementsOf(
                        Adapters.ALL.stream().map(adapter -> adapter.name()).toList());
    }
}
