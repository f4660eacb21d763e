package dev.foldline.scenario.agent;

import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioEnvironment;

import org.junit.jupiter.api.Test;

/** How long a run waits for limited agents, and what ends the wait. */
class AgentLimitTest {
    @Test
    void the_user_can_skip_a_wait_which_calls_the_preferred_agent_and_costs_no_rewind() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .on(1)
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)),
                                AgentFallbackTest.calling("developer-b")
                                        .on(1)
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)))
                        .until(EffectSelector.of(Wait.class::isInstance));
        int spent = walk.state().usage().rewinds();
        assertThat(walk.state().awaitedAgent()).contains("developer-a");
        walk.says(new Command.SkipWait(ScenarioEnvironment.DAWN.plusSeconds(60)));
        assertThat(walk.state().usage().rewinds()).isEqualTo(spent);
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-a");
        assertThat(AgentFallbackTest.waits(walk)).isEmpty();
    }
}
