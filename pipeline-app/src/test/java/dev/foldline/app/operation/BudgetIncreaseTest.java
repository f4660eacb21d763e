package dev.foldline.app.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.config.Catalogue.Cost;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.view.RalphWalk;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command.RaiseBudget;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/**
 * What {@code --budget} makes of the limits a run has: 60 calls, two hours, and 10 dollars; of
 * development 3 calls.
 */
class BudgetIncreaseTest {
    private static final Budget RUN =
            new Budget(
                    Option.of(60L), Option.of(7_200_000L), Option.of(10_000_000L), Option.none());
    private static final Budget DEVELOPMENT = Budget.UNLIMITED.withAgentCallsMax(Option.of(3L));

    private static RaiseBudget raised(Cost cost, String... words) {
        var started = RalphWalk.ralph(1).untilRole("planner").state();
        PipelineState state =
                started.withUsage(
                        started.usage()
                                .withBudget(RUN)
                                .withPhases(LinkedHashMap.of("development", DEVELOPMENT)));
        return BudgetIncrease.raised(state, List.of(words), agent -> cost);
    }

    private static RaiseBudget raised(String... words) {
        return raised(Cost.MONEY_AND_TOKENS, words);
    }

    @Test
    void a_plus_adds_and_none_sets() {
        assertThat(raised("agent_calls=+20").budget())
                .isEqualTo(RUN.withAgentCallsMax(Option.of(80L)));
        assertThat(raised("agent_calls=20").budget())
                .isEqualTo(RUN.withAgentCallsMax(Option.of(20L)));
        assertThat(raised("wall=+90m").budget())
                .isEqualTo(RUN.withWallMillisMax(Option.of(12_600_000L)));
        assertThat(raised("usd=+0.5").budget())
                .isEqualTo(RUN.withMicroUsdMax(Option.of(10_500_000L)));
        assertThat(raised("tokens=7").budget()).isEqualTo(RUN.withTokensMax(Option.of(7L)));
        assertThat(raised("agent_calls=+1").phases())
                .as("nobody else's")
                .isEqualTo(LinkedHashMap.of("development", DEVELOPMENT));
    }

    @Test
    void several_budgets_are_raised_one_after_the_other() {
        assertThat(raised("agent_calls=+1", "agent_calls=+1", "usd=3").budget())
                .isEqualTo(
                        RUN.withAgentCallsMax(Option.of(62L))
                                .withMicroUsdMax(Option.of(3_000_000L)));
    }

    @Test
    void the_budget_of_a_phase_is_raised_separately() {
        assertThat(raised("development.agent_calls=+2"))
                .isEqualTo(
                        new RaiseBudget(
                                RUN,
                                LinkedHashMap.of(
                                        "development",
                                        DEVELOPMENT.withAgentCallsMax(Option.of(5L)))));
        assertThat(raised("planning.usd=2").phases())
                .isEqualTo(
                        LinkedHashMap.of(
                                "development",
                                DEVELOPMENT,
                                "planning",
                                Budget.UNLIMITED.withMicroUsdMax(Option.of(2_000_000L))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    agent_calls=0          | must be positive
                    agent_calls=+0         | must be positive
                    usd=-5                 | must be positive
                    wall=-1h               | not a valid amount
                    agent_calls            | not a valid amount
                    agent_calls=           | not a valid amount
                    agent_calls=1.5        | not a valid amount
                    agent_calls=+-1        | must be positive
                    usd=0.0000001          | not a valid amount
                    usd=many               | not a valid amount
                    usd=99999999999999     | not a valid amount
                    agent_calls=+9223372036854775807 | not a valid amount
                    tokens=+5              | no such limit to raise
                    planning.wall=+1h      | no such limit to raise
                    calls=5                | budget keys are agent_calls, wall, usd and tokens
                    development.calls=5    | budget keys are agent_calls, wall, usd and tokens
                    =5                     | budget keys are agent_calls, wall, usd and tokens
                    coding.usd=5           | has no phase 'coding'
                    .usd=5                 | has no phase ''
                    """)
    void an_invalid_budget_is_refused(String word, String why) {
        assertThatThrownBy(() -> raised(word))
                .isInstanceOfSatisfying(
                        UserError.class,
                        refused -> {
                            assertThat(refused.message())
                                    .startsWith("--budget " + word + ": ")
                                    .contains(why);
                            assertThat(refused.exit()).isEqualTo(ExitCode.USAGE);
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN,usd=5,money",
        "UNKNOWN,tokens=5,tokens",
        "TOKENS,usd=5,money",
        "TOKENS,development.usd=5,money"
    })
    void an_unmetered_cost_is_not_a_limit_and_is_not_suggested(
            Cost cost, String word, String what) {
        assertThatThrownBy(() -> raised(cost, word))
                .isInstanceOfSatisfying(
                        UserError.class,
                        refused -> {
                            assertThat(refused.message()).contains(what + " cannot be metered");
                            assertThat(refused.hint())
                                    .isEqualTo("--budget agent_calls=+20 or --budget wall=+1h");
                        });
        assertThat(raised(Cost.TOKENS, "tokens=5").budget().tokensMax()).contains(5L);
    }
}
