package dev.foldline.scenario.agent;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which fixer is called when another one is limited or interrupted. */
class FixerFallbackTest {
    @Test
    void a_fixer_that_is_limited_costs_no_attempt() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                committing().first(1).fails(Kind.GIT),
                                agent("recoverer")
                                        .first(2)
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)))
                        .toEnd()
                        .completes();
        assertThat(AgentFallbackTest.waits(walk).head()).isEqualTo(AgentFallbackTest.LATER);
        walk.does(3, agent("recoverer"));
        assertThat(walk.recoveries()).containsExactly("(1,1)", "(0,0)");
    }

    @ParameterizedTest
    @EnumSource(names = {"ALLOWANCE_SPENT", "LOST", "GIT_KILLED"})
    void a_fixer_that_the_budget_or_a_crash_cut_off_is_called_again_for_the_same_attempt(
            Kind cutOff) {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                committing().first(1).fails(Kind.GIT),
                                agent("recoverer").first(1).fails(cutOff))
                        .toEnd()
                        .completes();
        walk.does(2, agent("recoverer"));
        assertThat(walk.recoveries()).containsExactly("(1,1)", "(0,0)");
    }

    @Test
    void a_fixer_that_forgot_its_conversation_costs_no_attempt() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                committing().first(1).fails(Kind.GIT),
                                agent("recoverer").on(1).fails(Kind.LOST),
                                agent("recoverer")
                                        .on(2)
                                        .answers(
                                                (effect, world) ->
                                                        world.failed(
                                                                effect,
                                                                Fault.of(
                                                                        Kind.SESSION_UNKNOWN,
                                                                        "gone"))))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("recoverer"))
                .containsExactly("recoverer-a", "recoverer-a", "recoverer-b");
    }

    @Test
    void each_fix_attempt_is_a_separate_conversation() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(committing().first(2).fails(Kind.GIT))
                        .toEnd()
                        .completes();
        assertThat(AgentConversationTest.resumed(walk, "recoverer"))
                .containsExactly(Option.none(), Option.none());
    }
}
