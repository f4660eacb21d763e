package dev.foldline.scenario.agent;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioEnvironment;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** How long a run waits for limited agents, and what ends the wait. */
class AgentLimitTest {
    @Test
    void a_limit_is_that_of_the_agent_that_was_called() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .on(1)
                                        .fails(
                                                AgentFallbackTest.limited(
                                                        ScenarioEnvironment.DAWN.plusMillis(
                                                                2_500))),
                                AgentFallbackTest.calling("developer-b")
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)));
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-a");
        assertThat(walk.state().agents().resting().keySet())
                .contains("developer-b")
                .doesNotContain("developer-a");
    }

    @Test
    void a_role_whose_agents_all_wait_is_awaited_at_its_turn() {
        var policy =
                AgentFallbackTest.all("a", "b")
                        .withRoles(
                                AgentFallbackTest.all("a", "b")
                                        .roles()
                                        .put("analyst", Vector.of("a")));
        var walk =
                walk(ralph(1, 0, policy))
                        .but(
                                AgentFallbackTest.calling("a")
                                        .on(1)
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)))
                        .toEnd()
                        .completes();
        assertThat(AgentFallbackTest.waits(walk)).containsExactly(AgentFallbackTest.LATER);
        assertThat(walk.agents("analyst")).containsExactly("a");
    }

    @Test
    void a_wrong_reset_time_of_an_agent_increases_the_wait_each_time() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                agent("developer")
                                        .first(6)
                                        .answers(
                                                (effect, world) ->
                                                        world.failed(
                                                                effect,
                                                                AgentFallbackTest.limited(
                                                                        world.now()
                                                                                .plusSeconds(60)))))
                        .toEnd()
                        .completes();
        var waits =
                walk.beats(EffectSelector.of(Wait.class::isInstance))
                        .map(
                                beat ->
                                        Duration.between(
                                                        beat.before().header().now(),
                                                        ((Wait) beat.effect()).until().get())
                                                .toSeconds());
        assertThat(waits).hasSize(6);
        for (int i = 0; i < waits.size(); i++)
            assertThat(waits.get(i)).as("wait %d", i + 1).isBetween(59L << i, 66L << i);
    }

    @Test
    void a_limit_without_an_end_doubles_its_wait_up_to_an_hour_and_a_tenth() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(agent("developer").first(150).fails(Kind.OVERLOADED))
                        .toEnd()
                        .completes();
        var waits =
                walk.beats(EffectSelector.of(Wait.class::isInstance))
                        .map(
                                beat ->
                                        Duration.between(
                                                        beat.before().header().now(),
                                                        ((Wait) beat.effect()).until().get())
                                                .toSeconds());
        assertThat(waits).hasSize(150);
        for (int i = 0; i < waits.size(); i++) {
            long rest = Math.min(3_600, 60L << Math.min(i, 10));
            assertThat(waits.get(i)).as("wait %d", i + 1).isBetween(rest, rest + rest / 10);
        }
        walk.does(0, agent("recoverer"));
        assertThat(walk.state().usage().meter().agentCalls())
                .as("refusals are no calls")
                .isEqualTo(4);
    }

    @Test
    void a_good_call_resets_the_limit_count_of_its_agent() {
        var walk =
                walk(ralph(2, 0, ALONE))
                        .but(
                                agent("developer").first(3).fails(Kind.OVERLOADED),
                                agent("developer").on(5).fails(Kind.OVERLOADED))
                        .toEnd()
                        .completes();
        var last = walk.beats(EffectSelector.of(Wait.class::isInstance)).last();
        assertThat(
                        Duration.between(
                                last.before().header().now(), ((Wait) last.effect()).until().get()))
                .isLessThan(Duration.ofSeconds(67));
    }

    @Test
    void a_limit_whose_end_has_passed_counts_as_one_without_an_end() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                agent("developer")
                                        .on(1)
                                        .fails(
                                                AgentFallbackTest.limited(
                                                        ScenarioEnvironment.DAWN.minusSeconds(60))))
                        .toEnd()
                        .completes();
        assertThat(rests(walk))
                .hasSize(1)
                .allSatisfy(seconds -> assertThat(seconds).isBetween(60L, 66L));
    }

    /** Else all runs that met the limit of one account at once would come back at once. */
    @Test
    void waits_without_a_known_end_do_not_all_end_on_the_minute() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(agent("developer").first(40).fails(Kind.OVERLOADED))
                        .toEnd()
                        .completes();
        assertThat(rests(walk).filter(seconds -> seconds % 60 != 0)).hasSizeGreaterThan(20);
    }

    private static Vector<Long> rests(ScenarioRun walk) {
        return walk.beats(EffectSelector.of(Wait.class::isInstance))
                .map(
                        beat ->
                                Duration.between(
                                                beat.before().header().now(),
                                                ((Wait) beat.effect()).until().get())
                                        .toSeconds());
    }

    @Test
    void a_run_whose_agents_all_wait_is_resumed_when_the_first_may_be_called_again() {
        var sooner = ScenarioEnvironment.DAWN.plusSeconds(3_600);
        for (var ends :
                Vector.of(
                        Vector.of(AgentFallbackTest.LATER, sooner),
                        Vector.of(sooner, AgentFallbackTest.LATER))) {
            var walk =
                    walk(ralph(1, 0))
                            .but(
                                    AgentFallbackTest.calling("developer-a")
                                            .on(1)
                                            .fails(AgentFallbackTest.limited(ends.get(0))),
                                    AgentFallbackTest.calling("developer-b")
                                            .on(1)
                                            .fails(AgentFallbackTest.limited(ends.get(1))))
                            .toEnd()
                            .completes();
            assertThat(AgentFallbackTest.waits(walk)).containsExactly(sooner);
            assertThat(walk.agents("developer").last())
                    .isEqualTo(ends.get(0).equals(sooner) ? "developer-a" : "developer-b");
        }
    }

    /** Else a run would wait for the second end of a limit beside an agent that works again. */
    @Test
    void the_other_agents_are_asked_again_too_after_a_wait_for_one() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .first(2)
                                        .answers(
                                                (effect, world) ->
                                                        world.failed(
                                                                effect,
                                                                AgentFallbackTest.limited(
                                                                        world.now()
                                                                                .plusSeconds(
                                                                                        7_200)))),
                                AgentFallbackTest.calling("developer-b")
                                        .first(6)
                                        .fails(Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("developer").takeRight(3))
                .containsExactly("developer-b", "developer-a", "developer-b");
    }

    @Test
    void a_wait_for_an_agent_names_its_own_reason() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .fails(
                                                Fault.of(Kind.RATE_LIMIT, "a is limited")
                                                        .until(AgentFallbackTest.LATER)),
                                AgentFallbackTest.calling("developer-b")
                                        .fails(
                                                Fault.of(Kind.RATE_LIMIT, "b is limited")
                                                        .until(
                                                                AgentFallbackTest.LATER.plusSeconds(
                                                                        1))))
                        .until(EffectSelector.of(Wait.class::isInstance));
        assertThat(walk.next().effect())
                .isEqualTo(
                        new Wait(
                                Vector.of(
                                        new WaitCondition.Timer(
                                                AgentFallbackTest.LATER,
                                                Fault.of(Kind.RATE_LIMIT, "a is limited")
                                                        .until(AgentFallbackTest.LATER))),
                                Option.of(AgentFallbackTest.LATER)));
    }

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

    @Test
    void a_paused_wait_a_rounds_wait_and_a_fixers_wait_can_be_skipped_too() {
        var paused =
                walk(ralph(1, 0, ALONE))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .on(1)
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)))
                        .until(EffectSelector.of(Wait.class::isInstance));
        paused.says(new Command.Pause(Urgency.WHEN_DONE))
                .says(new Command.SkipWait(ScenarioEnvironment.DAWN))
                .nextIs("held: wait for the resume or the approval");
        paused.says(new Command.Resume()).nextIs("clean, then retry").toEnd().completes();
        var round =
                walk(ralph(1, 0, ALONE))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .first(2)
                                        .fails(Kind.AGENT_FAILED))
                        .until(EffectSelector.of(Wait.class::isInstance));
        round.says(new Command.SkipWait(ScenarioEnvironment.DAWN))
                .nextIs("clean, then retry")
                .toEnd()
                .completes();
        var fixer =
                walk(ralph(1, 0, ALONE))
                        .but(
                                committing().first(1).fails(Kind.GIT),
                                agent("recoverer")
                                        .first(1)
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)))
                        .until(EffectSelector.of(Wait.class::isInstance));
        fixer.says(new Command.SkipWait(ScenarioEnvironment.DAWN))
                .nextIs("call the fixer")
                .toEnd()
                .completes();
    }

    @Test
    void a_wait_that_is_skipped_keeps_the_count_of_rounds() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .first(4)
                                        .fails(Kind.AGENT_FAILED))
                        .until(EffectSelector.of(Wait.class::isInstance));
        walk.says(new Command.SkipWait(ScenarioEnvironment.DAWN))
                .until(EffectSelector.of(Wait.class::isInstance));
        assertThat(walk.state().agents().chain("developer").cycle()).isEqualTo(2);
    }

    @Test
    void each_round_of_a_chain_starts_after_twice_the_wait_of_the_previous_one() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .first(4)
                                        .fails(Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(rests(walk)).containsExactly(1L, 2L);
    }

    @Test
    void a_limit_that_ends_before_the_next_round_is_awaited_and_counts_as_no_round() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .on(1)
                                        .fails(Kind.AGENT_SETUP),
                                AgentFallbackTest.calling("developer-b")
                                        .on(1)
                                        .answers(
                                                (effect, world) ->
                                                        world.failed(
                                                                effect,
                                                                AgentFallbackTest.limited(
                                                                        world.now()
                                                                                .plusMillis(
                                                                                        1_500)))))
                        .past(EffectSelector.of(Wait.class::isInstance));
        assertThat(walk.state().agents().chain("developer").cycle()).isZero();
        var wait = walk.beats(EffectSelector.of(Wait.class::isInstance)).last();
        assertThat(((Wait) wait.effect()).until().get())
                .isBefore(wait.before().header().now().plusSeconds(1));
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-a");
    }

    @Test
    void a_run_that_waits_for_no_time_has_no_wait_to_skip() {
        var now = new Command.SkipWait(ScenarioEnvironment.DAWN);
        var walk = walk(ralph(1, 0));
        assertThat(walk.isRefused(now).message())
                .contains("waits neither for an agent's limit to end nor for a retry");
        assertThat(walk.during(agent("developer")).isRefused(now).code())
                .isEqualTo(Code.INVALID_STATE_TRANSITION);
        assertThat(walk.toEnd().isRefused(now).code()).isEqualTo(Code.ENDED);
        var aborted =
                walk(ralph(1, 0, ALONE))
                        .but(
                                AgentFallbackTest.calling("developer-a")
                                        .on(1)
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)))
                        .until(EffectSelector.of(Wait.class::isInstance));
        aborted.says(new Command.Abort("enough")).isRefused(now);
    }

    @Test
    void a_limit_between_two_failures_of_an_agent_does_not_reset_its_failures() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                agent("developer").on(1).fails(Kind.AGENT_FAILED),
                                agent("developer")
                                        .on(2)
                                        .fails(AgentFallbackTest.limited(AgentFallbackTest.LATER)),
                                agent("developer").on(3).fails(Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(AgentFallbackTest.waits(walk))
                .as("for the limit, and for the chain's second cycle")
                .hasSize(2);
    }
}
