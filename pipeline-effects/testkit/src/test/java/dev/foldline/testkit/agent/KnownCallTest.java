package dev.foldline.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Allowance;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.effects.agent.AgentCalls;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentHandler;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.InterruptedCallReader;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.process.ProcessRunner;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Calls of command lines that we know: how each is made, and when it should not go on. */
class KnownCallTest {
    private static final Deadlines PATIENT = new Deadlines(120_000, 120_000, 120_000, 1);
    private static final Deadlines SHORT = new Deadlines(120_000, 60_000, 1_500, 1);

    @TempDir Path folder;
    private HandlerFixture at;
    private FakeAgents fakes;
    private final List<SessionStarted> sessions = new ArrayList<>();
    private final List<String> activity = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        fakes = new FakeAgents(folder.resolve("agents"));
        at.with("PATH", fakes.before(System.getenv("PATH")));
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Event call(String agent, String turn, Deadlines deadlines, Option<Allowance> allowance)
            throws IOException {
        return call(agent, turn, deadlines, allowance, Option.none());
    }

    private Event call(
            String agent,
            String turn,
            Deadlines deadlines,
            Option<Allowance> allowance,
            Option<String> resumes)
            throws IOException {
        fakes.plays(agent, "{\"turns\":[{\"role\":\"developer\"" + turn + "}]}");
        return call(
                AgentDefinition.Known.of(Adapters.of(agent).orElseThrow()),
                deadlines,
                allowance,
                resumes);
    }

    private Event call(
            AgentDefinition.Known definition,
            Deadlines deadlines,
            Option<Allowance> allowance,
            Option<String> resumes)
            throws IOException {
        var agent = definition.adapter().name();
        var book = new AgentRegistry(Map.of(agent, definition));
        var effect =
                new InvokeAgent(
                        AgentCalls.PLACE,
                        "developer",
                        agent,
                        at.blob("do it"),
                        resumes,
                        Vector.empty(),
                        deadlines,
                        allowance,
                        Option.none(),
                        Option.none());
        return new AgentHandler(
                        at.context(), book, new ProcessRunner(), activity::add, sessions::add)
                .call(AgentCalls.TICKET, effect, new Cancellation());
    }

    private Event call(String agent, String turn) throws IOException {
        return call(agent, turn, PATIENT, Option.none());
    }

    @Test
    void a_call_reports_its_conversation_its_actions_and_its_cost() throws IOException {
        var finished =
                (AgentFinished)
                        call("claude", ",\"says\":\"All is well.\",\"writes\":{\"b.txt\":\"b\"}");
        assertThat(sessions).hasSize(1);
        assertThat(finished.session()).contains(sessions.getFirst().session());
        assertThat(sessions.getFirst().session())
                .isEqualTo(name(at.context().marker(AgentCalls.TICKET)));
        assertThat(sessions.getFirst().version()).contains("2.1.197");
        assertThat(finished.spend().microUsd()).contains(10_000L);
        assertThat(activity)
                .contains("> Edit {\"file_path\":\"b.txt\"}", "All is well.")
                .noneMatch(line -> line.startsWith("{"));
        assertThat(at.text(finished.transcript().get()))
                .as("what it told, as it told it")
                .contains("\"type\":\"result\"");
    }

    /** The id of a conversation is a function of the run and the ticket. */
    private static String name(ProcessMarker marker) {
        return UUID.nameUUIDFromBytes(
                        (marker.run() + ":" + marker.ticket()).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    @Test
    void a_resumed_conversation_costs_this_call_even_if_its_agent_reports_the_sum()
            throws IOException {
        var first = (AgentFinished) call("codex", "");
        log(
                sessions.getFirst(),
                first,
                new EffectCancelled(
                        AgentCalls.TICKET + 1,
                        new Spend(1, Option.of(70L), Option.none()),
                        first.at()));
        var second = (AgentFinished) call("codex", "", PATIENT, Option.none(), first.session());
        assertThat(second.session()).isEqualTo(first.session());
        assertThat(second.spend().tokens()).contains(1_000L);
        log(
                second,
                new SessionStarted(AgentCalls.TICKET + 2, first.session().get()),
                new EffectCancelled(
                        AgentCalls.TICKET + 2,
                        new Spend(1, Option.of(70L), Option.none()),
                        first.at()));
        assertThat(
                        ((AgentFinished) call("codex", "", PATIENT, Option.none(), first.session()))
                                .spend()
                                .tokens())
                .as("also without a call that was cancelled")
                .contains(930L);
    }

    @Test
    void a_call_whose_driver_died_is_as_long_as_its_recorded_output() throws IOException {
        var reported = (AgentFinished) call("claude", ",\"sleep_ms\":200");
        var book =
                new AgentRegistry(
                        Map.of(
                                "claude",
                                AgentDefinition.Known.of(Adapters.of("claude").orElseThrow())));
        var effect =
                new InvokeAgent(
                        AgentCalls.PLACE,
                        "developer",
                        "claude",
                        at.blob("do it"),
                        Option.none(),
                        Vector.empty(),
                        PATIENT,
                        Option.none(),
                        Option.none(),
                        Option.none());
        var recovered = InterruptedCallReader.of(at.context(), book, AgentCalls.TICKET, effect);
        assertThat(recovered.spend().tokens()).isEqualTo(reported.spend().tokens());
        assertThat(recovered.spend().millis()).isPositive();
    }

    @Test
    void a_call_whose_driver_died_before_it_started_has_spent_nothing() throws IOException {
        var book =
                new AgentRegistry(
                        Map.of(
                                "claude",
                                AgentDefinition.Known.of(Adapters.of("claude").orElseThrow())));
        var effect =
                new InvokeAgent(
                        AgentCalls.PLACE,
                        "developer",
                        "claude",
                        at.blob("do it"),
                        Option.none(),
                        Vector.empty(),
                        PATIENT,
                        Option.none(),
                        Option.none(),
                        Option.none());
        assertThat(InterruptedCallReader.of(at.context(), book, AgentCalls.TICKET, effect).spend())
                .isEqualTo(Spend.FREE);
    }

    @Test
    void a_call_whose_output_cannot_be_kept_is_still_charged() throws IOException {
        var blobs = at.context().blobs().file("0".repeat(64)).getParent();
        var failed =
                (AgentFailed)
                        call(
                                "opencode",
                                ",\"runs\":[\"sh\",\"-c\",\"rm -r '"
                                        + blobs
                                        + "' && touch '"
                                        + blobs
                                        + "'\"]");
        assertThat(failed.fault().kind()).isEqualTo(Kind.FILES);
        assertThat(failed.spend().microUsd()).contains(5_000L);
        assertThat(failed.session()).isNotEmpty();
    }

    @Test
    void limited_work_without_a_price_is_not_reported_as_free() throws IOException {
        assertThat(((AgentFailed) call("codex", ",\"fails\":\"rate_limit\"")).spend().tokens())
                .as("it was refused at once")
                .contains(0L);
    }

    private void log(Event... events) throws IOException {
        if (!(FileEventLog.open(at.directory.events(), line -> {})
                instanceof OpenLogResult.Opened(var log, _)))
            throw new AssertionError("the log is damaged");
        try (log) {
            for (var event : events) log.append(LogEntry.of(Instant.now(), Wire.toJson(event)));
        }
    }

    @Test
    void an_artifact_may_be_missing_but_not_the_end() throws IOException {
        assertThat(call("codex", "")).isInstanceOf(AgentFinished.class);
        assertThat(AgentCalls.fault(call("codex", ",\"fails\":\"cut_off\"")).kind())
                .isEqualTo(Kind.AGENT_FAILED);
    }

    /** Two of them; all are in {@code PersonasTest}. */
    @ParameterizedTest
    @CsvSource({"claude, auth, AUTHENTICATION", "opencode, network, NETWORK"})
    void a_failed_call_is_reported_with_its_kind(String agent, String fails, Kind kind)
            throws IOException {
        assertThat(AgentCalls.fault(call(agent, ",\"fails\":\"" + fails + "\"")).kind())
                .isEqualTo(kind);
    }

    @Test
    void a_program_that_does_not_find_the_agent_reports_a_missing_agent() throws IOException {
        var claude = AgentDefinition.Known.of(Adapters.of("claude").orElseThrow());
        var missing =
                new AgentDefinition.Known(
                        claude.adapter(),
                        List.of("env", "A=b", "no-such-program-anywhere"),
                        claude.env(),
                        claude.model(),
                        claude.permission(),
                        claude.handIn());
        var fault = AgentCalls.fault(call(missing, PATIENT, Option.none(), Option.none()));
        assertThat(fault.kind()).isEqualTo(Kind.AGENT_SETUP);
        assertThat(fault.message())
                .contains("could not be started")
                .contains("no-such-program-anywhere");
    }

    @Test
    void a_limit_lasts_until_the_reset_time_of_the_agent_plus_a_margin() throws IOException {
        var event = (AgentFailed) call("claude", ",\"fails\":\"rate_limit\",\"resets_in_s\":3600");
        var wait = java.time.Duration.between(event.at(), event.fault().resetsAt().get());
        assertThat(wait)
                .as("the call itself takes some seconds of it")
                .isBetween(java.time.Duration.ofMinutes(60), java.time.Duration.ofMinutes(61));
    }

    @ParameterizedTest
    @ValueSource(strings = {"same_tool_again", "heartbeat"})
    void an_agent_without_progress_is_killed(String quirk) throws IOException {
        assertThat(
                        AgentCalls.fault(
                                        call(
                                                "claude",
                                                ",\"quirk\":\"" + quirk + "\"",
                                                SHORT,
                                                Option.none()))
                                .kind())
                .isEqualTo(Kind.TIMEOUT);
    }

    @Test
    void an_agent_that_retries_endlessly_is_killed_with_the_cause_of_its_retries()
            throws IOException {
        assertThat(AgentCalls.fault(call("claude", ",\"quirk\":\"retry_storm\"")).kind())
                .isEqualTo(Kind.NETWORK);
    }

    /** It computes for nine seconds. */
    @Thorough
    @Test
    void an_agent_that_computes_in_silence_is_left_alone() throws IOException {
        // Now and then it computes for some hundredths of a second, long after its silence has
        // become too long.
        var computing =
                "timeout 9 sh -c 'while :; do i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done;"
                        + " sleep 0.15; done'; exit 0";
        assertThat(
                        call(
                                "claude",
                                ",\"runs\":[\"sh\",\"-c\",\"" + computing + "\"]",
                                new Deadlines(120_000, 60_000, 4_000, 1),
                                Option.none()))
                .isInstanceOf(AgentFinished.class);
    }

    /** It works for ten seconds. */
    @Test
    @Thorough
    void an_agent_whose_files_change_in_silence_is_left_alone() throws IOException {
        var writing =
                "for i in 0 1 2 3 4 5 6 7 8 9; do echo $i >> b.txt; sleep 0.5; echo $i >> b.txt;"
                        + " sleep 0.5; done";
        assertThat(
                        call(
                                "claude",
                                ",\"runs\":[\"sh\",\"-c\",\"" + writing + "\"]",
                                new Deadlines(120_000, 60_000, 6_000, 1),
                                Option.none()))
                .isInstanceOf(AgentFinished.class);
    }

    @Test
    void a_call_is_ended_when_it_has_used_up_what_was_set_aside_for_it() throws IOException {
        var event =
                (AgentFailed)
                        call(
                                "opencode",
                                ",\"writes\":{\"b.txt\":\"b\"},\"sleep_ms\":300000",
                                PATIENT,
                                Option.of(new Allowance(Option.none(), Option.of(4_000L))));
        assertThat(event.fault().kind()).isEqualTo(Kind.ALLOWANCE_SPENT);
        assertThat(event.spend().microUsd()).as("no more than the step under way").contains(5_000L);
    }

    @Test
    void an_agent_that_completes_over_its_allowance_has_completed() throws IOException {
        assertThat(
                        call(
                                "codex",
                                "",
                                PATIENT,
                                Option.of(new Allowance(Option.of(10L), Option.none()))))
                .isInstanceOf(AgentFinished.class);
    }

    @Test
    void a_silent_agent_that_cannot_reach_its_provider_fails_with_a_network_fault()
            throws IOException {
        assertThat(
                        AgentCalls.fault(
                                        call(
                                                "claude",
                                                ",\"fails\":\"network\",\"sleep_ms\":3000000",
                                                SHORT,
                                                Option.none()))
                                .kind())
                .isEqualTo(Kind.NETWORK);
    }
}
