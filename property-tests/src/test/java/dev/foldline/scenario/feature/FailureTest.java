package dev.foldline.scenario.feature;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.feature.FeatureScenario.CLOSED;
import static dev.foldline.scenario.feature.FeatureScenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.state.ErrorClass;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Feature.Gates;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

/**
 * Phases of {@code feature} that fail: what is tried again, what is repaired, what waits for a
 * person.
 */
class FailureTest {
    private static final Vector<String> PHASES =
            Vector.of("analyze", "requirements", "research", "plan", "implement");

    @ParameterizedTest
    @ValueSource(strings = {"analyze", "requirements", "research", "plan", "implement"})
    void S2_20_a_failed_phase_restarts_where_it_failed_and_nothing_before_it(String failing) {
        var telling =
                run(
                        Gates.ABSENT,
                        anyAgent()
                                .inPhase(failing)
                                .on(1)
                                .fails(Fault.of(Fault.Kind.AGENT_FAILED, "SyntaxError: no")));
        telling.walk().halts(Fault.Kind.AGENT_FAILED);
        int before = PHASES.indexOf(failing);
        assertThat(telling.calls()).isEqualTo(before + 1);
        telling.retry().walk().completes();
        assertThat(PHASES.map(telling::calls))
                .isEqualTo(PHASES.map(phase -> phase.equals(failing) ? 2 : 1));
    }

    @Test
    void S2_20_a_failed_phase_may_fail_again_repeatedly() {
        var telling =
                run(
                        Gates.ABSENT,
                        agent("analyst")
                                .inPhase("research")
                                .first(4)
                                .fails(Fault.of(Fault.Kind.AGENT_FAILED, "SyntaxError: no")));
        for (int n = 1; n <= 4; n++) {
            telling.walk().halts(Fault.Kind.AGENT_FAILED);
            assertThat(telling.calls("research")).isEqualTo(n);
            telling.retry();
        }
        telling.walk().completes();
        assertThat(telling.calls("requirements")).isEqualTo(1);
    }

    @Test
    void S2_20_the_prompt_of_a_resumed_phase_names_the_reason() {
        var telling =
                run(
                                Gates.ABSENT,
                                agent("analyst")
                                        .inPhase("research")
                                        .on(1)
                                        .fails(
                                                Fault.of(
                                                        Fault.Kind.AGENT_FAILED,
                                                        "SyntaxError: no")))
                        .retry();
        assertThat(telling.prompts("research").last().brief().mode())
                .isInstanceOfSatisfying(
                        PromptContext.Mode.Repair.class,
                        mending ->
                                assertThat(mending.fault().message()).isEqualTo("SyntaxError: no"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "API Error: 400 bad request|RETRYABLE",
                "API Error: 429 slow down|RETRYABLE",
                "API Error: 500 oops|RETRYABLE",
                "API Error: 529 busy|RETRYABLE",
                "connect ECONNREFUSED|RETRYABLE",
                "fetch failed|RETRYABLE",
                "API Error: 403 no|UNKNOWN",
                "something odd|UNKNOWN",
                "Process exited with code 1|FINAL",
                "spawn claude ENOENT|FINAL",
                "SyntaxError: x|FINAL",
                "Agent execution timed out|FINAL",
                "the agent a ended with exit code 1: API Error: 500|RETRYABLE",
                "the agent a ended with exit code 1; it said: API Error: 500|FINAL",
                "the agent a could not be run (exit code 126); it said: ECONNREFUSED|UNKNOWN"
            })
    void S2_21_the_message_of_an_error_decides_whether_a_retry_can_help(
            String message, ErrorClass expected) {
        assertThat(ErrorClass.of(Fault.of(Fault.Kind.AGENT_FAILED, message))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"API Error: 500 oops", "something odd"})
    void S2_21_a_retryable_failure_is_retried_three_times_with_a_doubling_wait(String message) {
        var telling =
                run(
                        Gates.ABSENT,
                        agent("planner")
                                .inPhase("requirements")
                                .fails(Fault.of(Fault.Kind.AGENT_FAILED, message)));
        telling.walk().halts(Fault.Kind.AGENT_FAILED);
        assertThat(telling.calls("requirements")).isEqualTo(3);
        var waits =
                telling.walk()
                        .beats()
                        .flatMap(
                                beat ->
                                        beat.effect() instanceof Wait(_, var until)
                                                ? until.map(
                                                        time ->
                                                                Duration.between(
                                                                                beat.before()
                                                                                        .header()
                                                                                        .now(),
                                                                                time)
                                                                        .toMillis())
                                                : Option.<Long>none());
        assertThat(waits).containsExactly(2_000L, 4_000L);
    }

    @Test
    void S2_21_a_final_failure_is_not_retried() {
        var telling =
                run(
                        Gates.ABSENT,
                        agent("planner")
                                .inPhase("requirements")
                                .fails(
                                        Fault.of(
                                                Fault.Kind.AGENT_FAILED,
                                                "Process exited with code 1")));
        telling.walk().halts(Fault.Kind.AGENT_FAILED);
        assertThat(telling.calls("requirements")).isEqualTo(1);
    }

    /** S2-22 and S2-24. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void S2_22_S2_24_an_output_is_repaired_before_the_gate_opens(int repairs) {
        var telling = run(CLOSED, refusing("requirements", repairs));
        assertThat(telling.asks()).contains("requirements");
        assertThat(telling.calls("requirements")).isEqualTo(1 + repairs);
        assertThat(telling.walk().log().count(GateOpened.class::isInstance)).isEqualTo(1);
        assertThat(telling.prompts("requirements").last().brief().mode())
                .isInstanceOfSatisfying(
                        PromptContext.Mode.Again.class,
                        again ->
                                assertThat(again.setback().fault().message())
                                        .contains("/id: missing"));
    }

    @Test
    void S2_22_the_phase_fails_with_the_errors_after_three_repairs() {
        var telling = run(CLOSED, refusing("requirements", 99));
        telling.walk().halts(Fault.Kind.OUTPUT_INVALID);
        assertThat(telling.calls("requirements")).isEqualTo(4);
        assertThat(why(telling.walk()))
                .isEqualTo(
                        "Validation failed after 3 repair attempts for 'requirements.json': /id:"
                                + " missing; /text: missing");
    }

    @Test
    void S2_22_the_repairs_are_counted_again_after_a_pass() {
        var telling = run(CLOSED, refusing("requirements", 3)).reject("add X");
        assertThat(telling.asks()).contains("requirements");
        assertThat(telling.walk().state().usage().tally().outputs()).isZero();
    }

    @Test
    void S2_23_a_retry_after_a_failed_rejection_asks_again() {
        var telling =
                run(
                                CLOSED,
                                agent("planner")
                                        .inPhase("requirements")
                                        .on(2)
                                        .fails(
                                                Fault.of(
                                                        Fault.Kind.AGENT_FAILED,
                                                        "SyntaxError: no")))
                        .reject("add X");
        telling.walk().halts(Fault.Kind.AGENT_FAILED);
        assertThat(telling.asks()).isEmpty();
        telling.retry();
        assertThat(telling.asks()).contains("requirements");
        assertThat(telling.outputs("requirements")).contains("add X");
        assertThat(telling.calls("research")).isZero();
    }

    @Test
    void S2_23_a_phase_approved_in_advance_passes_once_regardless_of_the_driver() {
        var telling =
                run(
                                CLOSED,
                                agent("planner")
                                        .inPhase("requirements")
                                        .on(2)
                                        .fails(
                                                Fault.of(
                                                        Fault.Kind.AGENT_FAILED,
                                                        "SyntaxError: no")))
                        .reject("add X");
        telling.walk().says(new Command.RetryHalted(Option.of("requirements")));
        var epoch = telling.walk().state().header().epoch() + 1;
        telling.walk()
                .submit(new DriverStarted(epoch, telling.walk().state().header().now()))
                .toEnd();
        assertThat(telling.asks()).contains("plan");
        assertThat(telling.walk().state().ledger().resolutions().last())
                .isEqualTo(
                        new Gate.Resolved(
                                "requirements", "design/requirements:0:3", Gate.Verdict.APPROVED));
    }

    @Test
    void S2_23_an_approval_in_advance_lapses_with_the_next_plain_retry() {
        var telling =
                run(
                        CLOSED,
                        agent("planner")
                                .inPhase("requirements")
                                .first(2)
                                .fails(Fault.of(Fault.Kind.AGENT_FAILED, "SyntaxError: no")));
        telling.walk()
                .says(new Command.RetryHalted(Option.of("requirements")))
                .toEnd()
                .halts(Fault.Kind.AGENT_FAILED);
        telling.retry();
        assertThat(telling.asks()).contains("requirements");
    }

    @Test
    void S2_23_an_approval_in_advance_is_refused_unless_the_phase_halted_behind_its_gate() {
        var telling =
                run(
                        CLOSED,
                        agent("analyst")
                                .inPhase("analyze")
                                .on(1)
                                .fails(Fault.of(Fault.Kind.AGENT_FAILED, "SyntaxError: no")));
        for (var phase : new String[] {"analyze", "requirements"})
            assertThat(
                            telling.walk()
                                    .isRefused(new Command.RetryHalted(Option.of(phase)))
                                    .message())
                    .isEqualTo(
                            "Cannot approve in advance: the halted phase is not behind the gate "
                                    + phase);
    }

    private static EffectSelector.EffectOverride refusing(String artifact, int times) {
        return collecting(artifact)
                .first(times)
                .answers(
                        (_, world) ->
                                new ArtifactRefused(
                                        world.ticket(),
                                        artifact,
                                        artifact + ": /id: missing; /text: missing",
                                        Option.none()));
    }

    private static String why(ScenarioRun walk) {
        return walk.state().slots().recovery() instanceof Recovery.Halted(var failure)
                ? failure.fault().message()
                : "it has not halted";
    }
}
