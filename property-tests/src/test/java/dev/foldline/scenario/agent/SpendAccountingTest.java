package dev.foldline.scenario.agent;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioEnvironment;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What calls are charged with, in the run and in their phase. */
class SpendAccountingTest {
    private static final Budget TEN_DOLLARS =
            Budget.UNLIMITED.withMicroUsdMax(Option.of(10_000_000L));

    private static Policy limited(Budget budget) {
        return POLICY.withBudget(budget);
    }

    private static Policy limited(String phase, Budget budget) {
        return POLICY.withPhases(LinkedHashMap.of(phase, budget));
    }

    /** It ends well, and tells what it has spent. */
    private static EffectSelector.EffectOverride reportCost(EffectSelector which, long microUsd) {
        return which.answers(
                (effect, world) -> {
                    world.change();
                    return new AgentFinished(
                            world.ticket(),
                            Option.none(),
                            spend(microUsd),
                            Option.none(),
                            world.now());
                });
    }

    private static EffectSelector.EffectOverride fails(
            EffectSelector which, Kind kind, Spend spend) {
        return which.answers((effect, world) -> failed(world, kind, spend));
    }

    private static Event failed(ScenarioEnvironment world, Kind kind, Spend spend) {
        return new AgentFailed(
                world.ticket(), Fault.of(kind, "it failed"), Option.none(), spend, world.now());
    }

    private static Spend spend(long microUsd) {
        return new Spend(1_000, Option.of(100L), Option.of(microUsd));
    }

    private static Vector<Option<Long>> allowances(ScenarioRun walk) {
        return walk.effects(InvokeAgent.class)
                .map(call -> call.allowance().flatMap(allowance -> allowance.microUsdMax()));
    }

    private static String awaited(ScenarioRun walk) {
        return walk.next().effect() instanceof Wait(var awaited, _)
                        && awaited.head() instanceof WaitCondition.BudgetRaise(var meters)
                ? meters
                : "nothing";
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMEOUT", "LOST", "AGENT_FAILED", "MAX_TURNS"})
    void a_call_that_ended_before_its_price_is_charged_half_of_its_allowance(Kind kind) {
        var walk =
                walk(ralph(1, 0, limited(TEN_DOLLARS)))
                        .but(
                                reportCost(anyAgent(), 1_000_000),
                                fails(agent("developer").on(1), kind, Spend.millis(1_000)))
                        .toEnd()
                        .completes();
        assertThat(allowances(walk))
                .containsExactly(
                        Option.of(10_000_000L),
                        Option.of(9_000_000L),
                        Option.of(4_500_000L),
                        Option.of(3_500_000L),
                        Option.of(2_500_000L));
        assertThat(walk.state().usage().meter().microUsd())
                .isEqualTo(new Measure(Option.of(4_000_000L), 4_500_000, 1, 1_000_000));
    }

    @Test
    void an_unreported_call_is_charged_twice_the_dearest_of_its_phase_within_the_allowance() {
        var walk =
                walk(ralph(2, 0, limited(TEN_DOLLARS)))
                        .but(
                                reportCost(anyAgent(), 100_000),
                                reportCost(agent("developer").on(1), 3_000_000),
                                fails(agent("developer").on(2), Kind.TIMEOUT, Spend.millis(1_000)))
                        .toEnd()
                        .completes();
        assertThat(walk.state().usage().meter().microUsd().charged())
                .as("of 6.7 dollars")
                .isEqualTo(6_000_000);
        walk =
                walk(ralph(2, 0, limited(TEN_DOLLARS)))
                        .but(
                                reportCost(anyAgent(), 100_000),
                                reportCost(agent("developer").on(1), 4_000_000),
                                fails(agent("developer").on(2), Kind.TIMEOUT, Spend.millis(1_000)))
                        .toEnd();
        assertThat(walk.state().usage().meter().microUsd().total())
                .as("all there was")
                .isEqualTo(10_000_000);
        assertThat(awaited(walk)).isEqualTo("usd");
    }

    @Test
    void calls_that_never_report_still_reach_the_limit() {
        var walk =
                walk(ralph(1, 0, limited(TEN_DOLLARS.withMicroUsdMax(Option.of(7L)))))
                        .but(fails(anyAgent(), Kind.LOST, Spend.millis(1_000)))
                        .toEnd();
        assertThat(allowances(walk)).containsExactly(Option.of(7L), Option.of(3L), Option.of(1L));
        assertThat(awaited(walk)).isEqualTo("usd");
    }

    @Test
    void a_cancelled_call_is_charged_in_the_same_way() {
        var walk = walk(ralph(1, 0, limited(TEN_DOLLARS))).during(agent("planner"));
        walk.submit(
                new EffectCancelled(
                        walk.state().header().ticket(), Spend.millis(1_000), walk.world().now()));
        assertThat(walk.state().usage().meter().microUsd().total()).isEqualTo(5_000_000);
    }

    @ParameterizedTest
    @EnumSource(names = {"GIT", "FILES"})
    void a_call_that_could_not_start_is_charged_nothing(Kind kind) {
        var walk =
                walk(ralph(1, 0, limited(TEN_DOLLARS)))
                        .but(
                                reportCost(anyAgent(), 1_000),
                                agent("developer")
                                        .on(1)
                                        .answers(
                                                (effect, world) ->
                                                        new EffectFailed(
                                                                world.ticket(),
                                                                Fault.of(kind, "before it began"))))
                        .toEnd()
                        .completes();
        assertThat(walk.state().usage().meter().microUsd().charged()).isZero();
        assertThat(walk.state().usage().meter().microUsd().unreported()).isZero();
    }

    @Test
    void a_refusal_is_no_call_but_work_that_met_its_limit_is() {
        var refused =
                walk(ralph(1, 0))
                        .but(agent("developer").on(1).fails(Kind.RATE_LIMIT))
                        .toEnd()
                        .completes();
        assertThat(refused.state().usage().meter().agentCalls()).isEqualTo(4);
        var started =
                walk(ralph(1, 0))
                        .but(fails(agent("developer").on(1), Kind.RATE_LIMIT, spend(3)))
                        .toEnd()
                        .completes();
        assertThat(started.state().usage().meter().agentCalls()).isEqualTo(5);
    }
}
