package dev.foldline.scenario.agent;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioEnvironment;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** When a conversation with an agent is resumed, and when a new one starts. */
class AgentConversationTest {
    @Test
    void a_full_conversation_of_ours_is_restarted_with_the_same_agent() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                agent("developer").on(1).fails(Kind.TIMEOUT),
                                agent("developer").on(2).fails(Kind.CONTEXT_FULL));
        assertThat(walk.toEnd().completes().agents("developer"))
                .as("both failures are its own")
                .containsExactly("developer-a", "developer-a", "developer-b");
        walk =
                walk(ralph(1, 0))
                        .but(
                                EffectSelector.of(
                                                effect ->
                                                        effect instanceof InvokeAgent call
                                                                && call.resumes().isDefined())
                                        .fails(Kind.CONTEXT_FULL),
                                collecting("plan").on(1).isRefused());
        assertThat(walk.toEnd().completes().agents("planner"))
                .containsExactly("planner-a", "planner-a", "planner-a");
        assertThat(
                        walk(ralph(1, 0))
                                .but(agent("developer").on(1).fails(Kind.CONTEXT_FULL))
                                .toEnd()
                                .agents("developer"))
                .containsExactly("developer-a", "developer-b");
    }

    static Vector<Option<String>> resumed(ScenarioRun walk, String role) {
        return walk.effects(InvokeAgent.class)
                .filter(call -> call.role().equals(role))
                .map(InvokeAgent::resumes);
    }

    @Test
    void no_agent_resumes_the_conversation_of_another() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .on(1)
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)),
                                AgentFallbackTest.calling("developer-b")
                                        .on(1)
                                        .answers(
                                                (effect, world) ->
                                                        new AgentFailed(
                                                                world.ticket(),
                                                                Fault.of(Kind.TIMEOUT, "late"),
                                                                Option.none(),
                                                                ScenarioEnvironment.A_SECOND,
                                                                world.now())))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-b");
        assertThat(resumed(walk, "developer")).containsOnly(Option.none());
    }

    @Test
    void a_conversation_that_is_not_there_is_not_asked_for_again() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                collecting("plan").on(1).isRefused(),
                                agent("planner")
                                        .on(2)
                                        .answers(
                                                (effect, world) ->
                                                        new AgentFailed(
                                                                world.ticket(),
                                                                Fault.of(
                                                                        Kind.SESSION_UNKNOWN,
                                                                        "gone"),
                                                                Option.none(),
                                                                ScenarioEnvironment.A_SECOND,
                                                                world.now())))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("planner")).containsExactly("planner-a", "planner-a", "planner-a");
        assertThat(resumed(walk, "planner"))
                .containsExactly(Option.none(), Option.of("session-planner-a"), Option.none());
    }

    /** One is limited for hours; the other was killed once, before its conversation was saved. */
    @Test
    void an_agent_that_was_killed_once_continues_in_a_new_conversation_while_another_is_limited() {
        var resuming =
                EffectSelector.of(
                        effect -> effect instanceof InvokeAgent call && call.resumes().isDefined());
        var walk =
                walk(ralph(1, 0))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)),
                                AgentFallbackTest.calling("developer-b")
                                        .on(1)
                                        .fails(Kind.AGENT_FAILED),
                                resuming.fails(Kind.SESSION_UNKNOWN))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-b", "developer-b");
        assertThat(resumed(walk, "developer"))
                .containsExactly(
                        Option.none(),
                        Option.none(),
                        Option.of("session-developer-b"),
                        Option.none());
        assertThat(AgentFallbackTest.waits(walk)).isEmpty();
    }
}
