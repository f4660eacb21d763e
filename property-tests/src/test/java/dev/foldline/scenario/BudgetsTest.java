package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.util.Collections;

/** How often each thing is tried again: the numbers of the catalogue, exactly. */
class BudgetsTest {

    @Test
    void S3_16_success_resets_the_limit_of_the_same_agent() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                agent("developer").on(1).fails(Fault.Kind.TIMEOUT),
                                collecting("development_result").on(1).says("partial"),
                                agent("developer").on(3).fails(Fault.Kind.TIMEOUT))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("developer")).containsExactlyElementsOf(times(4, "developer-a"));
    }

    @Test
    void a_used_up_budget_stops_the_run_only_before_the_next_agent_call() {
        var walk = walk(ralph(1, 0, limited(3))).toEnd();
        walk.does(3, anyAgent()).nextIs("held: wait for the resume or the approval");
        assertThat(walk.next().effect())
                .isEqualTo(
                        new Wait(
                                Vector.of(new WaitCondition.BudgetRaise("agent_calls")),
                                Option.none()));
        assertThat(walk.beats().last().words()).isEqualTo("prompt committer");
    }

    private static Vector<String> times(int n, String agent) {
        return Vector.ofAll(Collections.nCopies(n, agent));
    }

    private static Policy limited(long calls) {
        return POLICY.withBudget(new Budget(Option.of(calls), Option.none(), Option.none()));
    }
}
