package dev.foldline.scenario.agent;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition.BudgetRaise;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.PriceList;
import dev.foldline.core.workflow.PriceList.Price;
import dev.foldline.scenario.EffectSelector;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** What calls cost whose agents report tokens but no money. */
class EstimatedCostTest {
    private static EffectSelector.EffectOverride spends(
            EffectSelector which, Option<Long> reported, Option<Long> estimated) {
        return which.answers(
                (effect, world) -> {
                    world.change();
                    return new AgentFinished(
                            world.ticket(),
                            Option.none(),
                            new Spend(1_000, Option.of(100L), reported, estimated),
                            Option.none(),
                            world.now());
                });
    }

    @Test
    void estimated_money_reaches_the_limit_as_reported_money_does() {
        var tenDollars = Budget.UNLIMITED.withMicroUsdMax(Option.of(10_000_000L));
        var walk =
                walk(ralph(3, 0, POLICY.withBudget(tenDollars)))
                        .but(
                                spends(anyAgent(), Option.none(), Option.of(4_000_000L)),
                                spends(
                                        agent("planner").on(1),
                                        Option.of(1_000_000L),
                                        Option.none()))
                        .toEnd();
        assertThat(
                        walk.effects(InvokeAgent.class)
                                .map(call -> call.allowance().get().microUsdMax().get()))
                .as("what is left for each call")
                .containsExactly(10_000_000L, 9_000_000L, 5_000_000L, 1_000_000L);
        assertThat(walk.next().effect())
                .isInstanceOfSatisfying(
                        Wait.class,
                        wait ->
                                assertThat(wait.awaited())
                                        .isEqualTo(Vector.of(new BudgetRaise("usd"))));
        assertThat(walk.state().usage().meter().microUsd())
                .as("no call is unreported, so none is charged")
                .isEqualTo(
                        new Measure(
                                Option.of(1_000_000L), 0, 0, 4_000_000, Option.of(12_000_000L)));
    }

    @Test
    void a_call_carries_the_price_of_its_agent_from_the_first_event() {
        var price = new Price("small", 1, 1, 1, "configured");
        var planner = POLICY.chain("planner").head();
        var priced = POLICY.withPrices(Option.of(new PriceList(LinkedHashMap.of(planner, price))));
        var calls = walk(ralph(1, 0, priced)).toEnd().completes().effects(InvokeAgent.class);
        assertThat(calls.filter(call -> call.agent().equals(planner)))
                .isNotEmpty()
                .allMatch(call -> call.price().contains(price));
        assertThat(walk(ralph(1, 0)).toEnd().effects(InvokeAgent.class))
                .allMatch(call -> call.price().isEmpty());
    }
}
