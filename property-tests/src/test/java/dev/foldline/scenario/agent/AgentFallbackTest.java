package dev.foldline.scenario.agent;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioEnvironment;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Instant;

/** Who is called when one is limited, another fails, and a third is not signed in. */
class AgentFallbackTest {
    static final Instant LATER = ScenarioEnvironment.DAWN.plusSeconds(7_200);

    /** Every role has these agents. */
    static Policy all(String... agents) {
        return POLICY.withRoles(POLICY.roles().mapValues(_ -> Vector.of(agents)));
    }

    static EffectSelector calling(String agent) {
        return EffectSelector.of(
                effect -> effect instanceof InvokeAgent call && call.agent().equals(agent));
    }

    static Fault limited(Instant until) {
        return Fault.of(Kind.RATE_LIMIT, "later").until(until);
    }

    static Vector<Instant> waits(ScenarioRun walk) {
        return walk.effects(Wait.class).flatMap(Wait::until);
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTHENTICATION", "AGENT_SETUP", "AGENT_FAILED", "NO_OUTPUT"})
    void the_others_are_called_while_one_agent_waits_and_then_the_run_waits_for_it(Kind kind) {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a").on(1).fails(limited(LATER)),
                                calling("developer-b").fails(kind))
                        .toEnd()
                        .completes();
        boolean isOut = kind == Kind.AUTHENTICATION;
        assertThat(waits(walk))
                .as("a round's wait is short")
                .hasSize(isOut ? 1 : 3)
                .endsWith(LATER)
                .filteredOn(until -> !until.equals(LATER))
                .allSatisfy(
                        until ->
                                assertThat(until)
                                        .isBefore(ScenarioEnvironment.DAWN.plusSeconds(60)));
        walk.does(isOut ? 1 : kind == Kind.AGENT_FAILED ? 6 : 3, calling("developer-b"));
        assertThat(walk.agents("developer").last()).isEqualTo("developer-a");
        walk.does(2, calling("developer-a")).does(0, agent("recoverer"));
    }

    @Test
    void a_run_whose_agents_are_all_signed_out_halts_at_once() {
        walk(ralph(1, 0, all("a", "b")))
                .but(anyAgent().fails(Kind.AUTHENTICATION))
                .toEnd()
                .halts(Kind.AUTHENTICATION)
                .does(2, anyAgent());
        walk(ralph(1, 0, ALONE))
                .but(agent("developer").fails(Kind.CREDIT))
                .toEnd()
                .halts(Kind.CREDIT)
                .does(1, agent("developer"))
                .does(0, agent("recoverer"));
    }

    /** What came between, such as a long check, tells no time. */
    @Test
    void the_preferred_agent_works_in_the_next_phase_if_its_limit_has_ended_meanwhile() {
        var walk =
                walk(ralph(1, 0, all("claude", "claude:haiku")))
                        .but(
                                calling("claude")
                                        .on(1)
                                        .fails(limited(ScenarioEnvironment.DAWN.plusSeconds(60))),
                                EffectSelector.entering("development")
                                        .answers(
                                                (effect, world) ->
                                                        new PhaseEntered(
                                                                world.ticket(), Option.of(LATER))))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("planner")).containsExactly("claude", "claude:haiku");
        assertThat(walk.agents("developer")).containsExactly("claude");
    }
}
