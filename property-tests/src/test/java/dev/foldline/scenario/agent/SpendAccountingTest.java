package dev.foldline.scenario.agent;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
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
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioEnvironment;
import dev.foldline.scenario.ScenarioRun;
import dev.foldline.scenario.ScenarioWorkflows;

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

    private static final Spend NO_MONEY = new Spend(1_000, Option.of(0L), Option.of(0L));

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

    @ParameterizedTest
    @EnumSource(
            names = {
                "AUTHENTICATION",
                "CREDIT",
                "RATE_LIMIT",
                "OVERLOADED",
                "NETWORK",
                "MODEL_UNAVAILABLE",
                "SESSION_UNKNOWN",
                "AGENT_SETUP",
                "NO_OUTPUT"
            })
    void a_refused_or_silent_call_is_not_charged(Kind kind) {
        var walk =
                walk(ralph(1, 0, limited(TEN_DOLLARS)))
                        .but(
                                reportCost(anyAgent(), 1_000),
                                fails(agent("developer").on(1), kind, NO_MONEY))
                        .toEnd()
                        .completes();
        assertThat(walk.state().usage().meter().microUsd().charged()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "AUTHENTICATION",
                "CREDIT",
                "MODEL_UNAVAILABLE",
                "SESSION_UNKNOWN",
                "AGENT_SETUP",
                "NO_OUTPUT"
            })
    void a_refused_call_is_not_charged_even_if_it_reports_no_price(Kind kind) {
        var walk =
                walk(ralph(1, 0, limited(TEN_DOLLARS)))
                        .but(
                                reportCost(anyAgent(), 1_000),
                                fails(agent("developer").on(1), kind, Spend.millis(1_000)))
                        .toEnd();
        assertThat(walk.state().usage().meter().microUsd().charged()).isZero();
    }

    @Test
    void a_call_lost_with_its_driver_is_charged_regardless_of_the_reporter() {
        var walk = walk(ralph(1, 0, limited(TEN_DOLLARS))).during(agent("planner"));
        walk.submit(
                new EffectFailed(
                        walk.state().header().ticket(), Fault.of(Kind.LOST, "nobody knows")));
        assertThat(walk.state().usage().meter().microUsd().charged()).isEqualTo(5_000_000);
    }

    @Test
    void the_cost_of_calls_of_other_phases_does_not_affect_this_one() {
        var walk =
                walk(ralph(1, 0, limited(TEN_DOLLARS)))
                        .but(
                                reportCost(anyAgent(), 1_000),
                                reportCost(agent("planner"), 4_000_000),
                                fails(agent("developer").on(1), Kind.TIMEOUT, Spend.millis(1_000)))
                        .toEnd()
                        .completes();
        assertThat(walk.state().usage().meter().microUsd().charged())
                .as("half of six dollars")
                .isEqualTo(3_000_000);
    }

    @Test
    void unreported_tokens_reach_their_limit_as_money_does() {
        var walk =
                walk(ralph(1, 0, limited(Budget.UNLIMITED.withTokensMax(Option.of(7L)))))
                        .but(fails(anyAgent(), Kind.LOST, Spend.millis(1_000)))
                        .toEnd();
        assertThat(
                        walk.effects(InvokeAgent.class)
                                .map(
                                        call ->
                                                call.allowance()
                                                        .flatMap(allowance -> allowance.tokensMax())
                                                        .get()))
                .containsExactly(7L, 3L, 1L);
        assertThat(walk.state().usage().meter().tokens())
                .isEqualTo(new Measure(Option.none(), 7, 3, 0));
        assertThat(awaited(walk)).isEqualTo("tokens");
    }

    @Test
    void a_partly_reported_amount_has_no_total() {
        var walk = walk(ralph(1, 0)).but(reportCost(agent("planner"), 500_000)).toEnd().completes();
        assertThat(walk.state().usage().meter().microUsd())
                .isEqualTo(new Measure(Option.of(500_000L), 0, 3, 500_000));
        assertThat(
                        walk(ralph(1, 0))
                                .but(reportCost(anyAgent(), 500_000))
                                .toEnd()
                                .state()
                                .usage()
                                .meter()
                                .microUsd()
                                .reported())
                .contains(2_000_000L);
    }

    @Test
    void a_call_that_used_up_its_allowance_has_not_failed() {
        var policy = limited(TEN_DOLLARS);
        var walk =
                walk(ralph(1, 0, policy))
                        .but(
                                reportCost(anyAgent(), 1_000),
                                fails(
                                        agent("developer").on(1),
                                        Kind.ALLOWANCE_SPENT,
                                        spend(10_000_000)),
                                fails(
                                        agent("developer").on(2),
                                        Kind.ALLOWANCE_SPENT,
                                        spend(5_000_000)))
                        .toEnd();
        assertThat(awaited(walk)).isEqualTo("usd");
        walk.says(new Command.RaiseBudget(TEN_DOLLARS.withMicroUsdMax(Option.of(15_000_000L))))
                .toEnd();
        walk.says(new Command.RaiseBudget(TEN_DOLLARS.withMicroUsdMax(Option.of(90_000_000L))))
                .toEnd()
                .completes();
        assertThat(walk.agents("developer"))
                .containsExactly("developer-a", "developer-a", "developer-a");
        assertThat(walk.state().usage().tally().sameAgent()).isZero();
    }

    @Test
    void a_call_that_falls_silent_before_the_wall_time_is_over_times_out() {
        var policy = limited(Budget.UNLIMITED.withWallMillisMax(Option.of(60_000L)));
        var walk =
                walk(ralph(1, 0, policy))
                        .but(fails(agent("developer").on(1), Kind.TIMEOUT, Spend.millis(1_000)))
                        .past(agent("developer"));
        assertThat(walk.state().ledger().lastFault().map(Fault::kind)).contains(Kind.TIMEOUT);
        assertThat(walk.state().usage().tally().sameAgent()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMEOUT", "NO_OUTPUT"})
    void a_call_cut_short_by_the_wall_time_budget_has_not_failed(Kind kind) {
        var policy = limited(Budget.UNLIMITED.withWallMillisMax(Option.of(5_000L)));
        var walk =
                walk(ralph(1, 0, policy))
                        .but(
                                agent("developer")
                                        .on(1)
                                        .answers(
                                                (Effect effect, ScenarioEnvironment world) ->
                                                        failed(
                                                                world,
                                                                kind,
                                                                Spend.millis(
                                                                        ((InvokeAgent) effect)
                                                                                .deadlines()
                                                                                .agentMillis()))))
                        .toEnd();
        assertThat(awaited(walk)).isEqualTo("wall");
        assertThat(walk.state().ledger().lastFault().map(Fault::kind))
                .contains(Kind.ALLOWANCE_SPENT);
        walk.says(new Command.RaiseBudget(Budget.UNLIMITED)).toEnd().completes();
        assertThat(walk.agents("developer")).containsExactly("developer-a", "developer-a");
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

    @Test
    void limited_work_without_a_reported_usage_is_charged_as_any_other() {
        var walk =
                walk(ralph(1, 0, limited(TEN_DOLLARS)))
                        .but(
                                reportCost(anyAgent(), 1_000_000),
                                fails(
                                        agent("developer").on(1),
                                        Kind.RATE_LIMIT,
                                        Spend.millis(1_000)))
                        .toEnd()
                        .completes();
        assertThat(walk.state().usage().meter().agentCalls()).isEqualTo(5);
        assertThat(walk.state().usage().meter().microUsd().charged()).isEqualTo(4_500_000);
    }

    @Test
    void a_phase_has_a_budget_of_its_own() {
        var walk =
                walk(ralph(
                                2,
                                0,
                                limited(
                                        "development",
                                        TEN_DOLLARS.withMicroUsdMax(Option.of(3_000_000L)))))
                        .but(reportCost(anyAgent(), 1_000_000))
                        .toEnd();
        assertThat(awaited(walk)).isEqualTo("development.usd");
        assertThat(walk.phases().last())
                .as("developer and analyst, then the developer once more")
                .isEqualTo("iterate.1.development");
        assertThat(walk.state().usage().meter("development").microUsd().reported())
                .contains(3_000_000L);
        walk.says(
                        new Command.RaiseBudget(
                                Budget.UNLIMITED, LinkedHashMap.of("development", TEN_DOLLARS)))
                .toEnd()
                .completes();
    }

    @Test
    void the_allowance_of_a_call_is_the_smaller_rest_of_run_and_phase() {
        var policy =
                limited(
                                "development",
                                TEN_DOLLARS
                                        .withMicroUsdMax(Option.of(3_000_000L))
                                        .withWallMillisMax(Option.of(9_000L)))
                        .withBudget(
                                TEN_DOLLARS
                                        .withMicroUsdMax(Option.of(4_500_000L))
                                        .withWallMillisMax(Option.of(60_000L)));
        var walk =
                walk(ralph(1, 0, policy))
                        .but(reportCost(anyAgent(), 1_000_000))
                        .toEnd()
                        .completes();
        assertThat(allowances(walk).map(Option::get))
                .containsExactly(4_500_000L, 3_000_000L, 2_000_000L, 1_500_000L);
        assertThat(walk.effects(InvokeAgent.class).map(call -> call.deadlines().agentMillis()))
                .containsExactly(60_000L, 9_000L, 8_000L, 57_000L);
    }

    @Test
    void more_than_can_be_counted_still_reaches_a_limit() {
        var walk =
                walk(ralph(1, 0, limited(TEN_DOLLARS)))
                        .but(reportCost(agent("planner"), Long.MAX_VALUE))
                        .toEnd();
        assertThat(awaited(walk)).isEqualTo("usd");
        walk.says(new Command.RaiseBudget(TEN_DOLLARS.withMicroUsdMax(Option.none())))
                .but(reportCost(agent("developer"), Long.MAX_VALUE))
                .past(agent("developer"));
        assertThat(walk.state().usage().meter().microUsd().total()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void the_phases_together_are_the_run() {
        var walk =
                walk(checkedRalph(3, 2).with(ScenarioWorkflows.CHECKED))
                        .but(
                                agent("developer").on(2).fails(Kind.TIMEOUT),
                                agent("committer").on(1).fails(Kind.NETWORK))
                        .toEnd();
        assertThat(walk.state().usage().byPhase().values().fold(Meter.ZERO, Meter::plus))
                .isEqualTo(walk.state().usage().meter());
        assertThat(walk.state().usage().meter("development").agentCalls()).isEqualTo(7);
    }
}
