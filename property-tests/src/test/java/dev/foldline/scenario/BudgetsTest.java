package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.recordingRecovery;
import static dev.foldline.scenario.EffectSelector.saving;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.UNMENDED;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Ralph;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.util.Collections;

/** How often each thing is tried again: the numbers of the catalogue, exactly. */
class BudgetsTest {

    @Test
    void the_defaults_are_those_of_the_catalogue() {
        assertThat(Ralph.Options.DEFAULT.care().outputsMax()).isEqualTo(10);
        assertThat(Ralph.Options.DEFAULT.care().continuationsMax()).isEqualTo(3);
        assertThat(Ralph.Options.DEFAULT.fixCare().continuationsMax()).isEqualTo(10);
        assertThat(Limits.DEFAULT)
                .isEqualTo(new Limits(2, 3, 1_000, 60_000, 60_000, 2_000, 100, 200));
        assertThat(Vector.rangeClosed(1, 12).map(POLICY.recovery()::level))
                .containsExactly(1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4);
    }

    @Test
    void the_default_policy_has_a_budget() {
        assertThat(Policy.DEFAULT.budget().agentCallsMax()).isEqualTo(Option.of(200L));
        assertThat(Policy.DEFAULT.budget().wallMillisMax()).isEqualTo(Option.of(28_800_000L));
    }

    @Test
    void ten_invalid_outputs_exhaust_the_limit_of_one_agent() {
        var walk =
                walk(ralph(1, 0)).but(collecting("plan").first(10).isRefused()).toEnd().completes();
        assertThat(walk.agents("planner"))
                .containsExactlyElementsOf(times(10, "planner-a").append("planner-b"));
    }

    @Test
    void the_next_agent_starts_with_a_fresh_limit_of_outputs() {
        var walk =
                walk(ralph(1, 0)).but(collecting("plan").first(19).isRefused()).toEnd().completes();
        assertThat(walk.agents("planner"))
                .containsExactlyElementsOf(
                        times(10, "planner-a").appendAll(times(10, "planner-b")));
    }

    @Test
    void no_output_retries_ask_the_next_agent_at_once() {
        assertThat(
                        walk(impatient(0))
                                .but(collecting("development_result").on(1).isRefused())
                                .toEnd()
                                .completes()
                                .agents("analyst"))
                .containsExactly("analyst-a", "analyst-b");
    }

    @Test
    void the_first_failure_is_retried_by_the_same_agent_and_the_second_by_the_next() {
        assertThat(
                        walk(ralph(1, 0))
                                .but(agent("developer").first(2).fails(Fault.Kind.AGENT_FAILED))
                                .toEnd()
                                .completes()
                                .agents("developer"))
                .containsExactly("developer-a", "developer-a", "developer-b");
    }

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
    void three_calls_are_all_of_a_phases_continuations() {
        walk(ralph(1, 0, ALONE))
                .but(collecting("development_result").first(2).says("partial"))
                .toEnd()
                .completes()
                .does(0, agent("recoverer"));
        walk(ralph(1, 0, ALONE))
                .but(collecting("development_result").first(3).says("partial"))
                .toEnd()
                .completes()
                .does(1, agent("recoverer"));
    }

    @Test
    void ten_fixes_are_enough_and_what_they_made_is_committed() {
        var walk =
                walk(ralph(0, 1))
                        .but(
                                collecting("issues").says("issues"),
                                collecting("fix_result").says("partial"))
                        .toEnd()
                        .completes();
        walk.does(10, agent("fixer")).does(1, committing()).does(0, recordingRecovery());
    }

    @Test
    void a_chain_is_gone_through_three_times_with_doubling_waits() {
        var walk =
                walk(ralph(1, 0))
                        .but(agent("developer").first(12).fails(Fault.Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(waits(walk)).containsExactly(1_000L, 2_000L);
        assertThat(walk.agents("developer"))
                .containsExactlyElementsOf(
                        times(2, "developer-a")
                                .appendAll(times(2, "developer-b"))
                                .transform(cycle -> cycle.appendAll(cycle).appendAll(cycle))
                                .append("developer-a"));
    }

    @Test
    void waits_between_cycles_are_capped_at_a_minute() {
        var patient = UNMENDED.withLimits(Limits.DEFAULT.withCyclesMax(10));
        var walk =
                walk(ralph(1, 0, patient))
                        .but(agent("developer").first(40).fails(Fault.Kind.AGENT_SETUP))
                        .toEnd();
        assertThat(waits(walk).take(9))
                .containsExactly(
                        1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L,
                        60_000L);
    }

    @Test
    void a_hundred_identical_effects_are_a_fault_of_their_own() {
        var walk =
                walk(impatient(5_000))
                        .but(collecting("development_result").isRefused())
                        .until(agent("recoverer"));
        assertThat(walk.state().ledger().lastFault().get().kind()).isEqualTo(Fault.Kind.STUCK);
        walk.does(100, agent("analyst"));
        assertThat(walk.state().slots().recovery()).isInstanceOf(Recovery.FixPrompted.class);
    }

    @Test
    void a_rewind_beyond_the_limit_halts_the_run() {
        var short_of_ways = POLICY.withLimits(Limits.DEFAULT.withRewindsMax(25));
        var walk =
                walk(ralph(1, 0, short_of_ways))
                        .but(collecting("plan").isRefused())
                        .toEnd()
                        .halts(Fault.Kind.SPENT);
        assertThat(walk.state().usage().rewinds()).isEqualTo(26);
        walk.does(26, collecting("plan"));
    }

    @Test
    void a_retry_by_the_user_restores_all_rewinds() {
        var short_of_ways = POLICY.withLimits(Limits.DEFAULT.withRewindsMax(25));
        var walk =
                walk(ralph(1, 0, short_of_ways))
                        .but(collecting("plan").first(40).isRefused())
                        .toEnd()
                        .halts(Fault.Kind.SPENT);
        walk.says(new Command.RetryHalted()).toEnd().completes();
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

    @Test
    void a_run_that_never_halts_ends_before_the_call_that_its_budget_lacks() {
        var attempt = Attempts.ending(limited(3));
        walk(ralph(1, 0, attempt))
                .toEnd()
                .does(3, anyAgent())
                .does(1, saving())
                .ends(
                        new Outcome.Failed(
                                Fault.of(
                                        Fault.Kind.BUDGET_SPENT,
                                        "the budget is used up: agent_calls")));
    }

    @Test
    void a_raised_budget_continues_the_run() {
        walk(ralph(1, 0, limited(3)))
                .toEnd()
                .says(new Command.RaiseBudget(Budget.UNLIMITED))
                .toEnd()
                .completes()
                .does(4, anyAgent());
    }

    @Test
    void a_used_up_budget_does_not_stop_checks_and_commits() {
        walk(checkedRalph(1, 0)
                        .with(
                                ScenarioWorkflows.CHECKED.withBudget(
                                        new Budget(Option.of(4L), Option.none(), Option.none()))))
                .toEnd()
                .completes();
    }

    @Test
    void used_up_wall_time_stops_the_next_call_and_shortens_the_last() {
        var walk =
                walk(ralph(
                                1,
                                0,
                                POLICY.withBudget(
                                        new Budget(
                                                Option.none(), Option.of(2_500L), Option.none()))))
                        .toEnd();
        walk.does(3, anyAgent()).nextIs("held: wait for the resume or the approval");
        assertThat(walk.effects(InvokeAgent.class).map(call -> call.deadlines().agentMillis()))
                .containsExactly(2_500L, 1_500L, 500L);
    }

    @Test
    void a_used_up_budget_stops_the_fixer_too() {
        walk(ralph(1, 0, limited(4)))
                .but(committing().on(1).fails(Fault.Kind.GIT))
                .toEnd()
                .does(0, agent("recoverer"))
                .nextIs("held: wait for the resume or the approval");
    }

    private static Vector<String> times(int n, String agent) {
        return Vector.ofAll(Collections.nCopies(n, agent));
    }

    private static Policy limited(long calls) {
        return POLICY.withBudget(new Budget(Option.of(calls), Option.none(), Option.none()));
    }

    private static Workflow impatient(int outputs) {
        return ralph(
                options ->
                        new Ralph.Options(
                                1,
                                0,
                                false,
                                options.gates(),
                                options.rebasing(),
                                options.care().withOutputsMax(outputs),
                                options.fixCare(),
                                false),
                POLICY);
    }

    /** The waits of a walk in milliseconds. */
    private static Vector<Long> waits(ScenarioRun walk) {
        return walk.effects(Wait.class)
                .zip(walk.beats().filter(beat -> beat.effect() instanceof Wait))
                .map(
                        pair ->
                                pair._1().until().get().toEpochMilli()
                                        - pair._2().before().header().now().toEpochMilli());
    }

    @Test
    void a_call_that_could_not_be_carried_to_its_end_counts_as_one() {
        var walk = walk(ralph(1, 0)).during(agent("planner"));
        walk.submit(
                new EffectFailed(
                        walk.state().header().ticket(),
                        Fault.of(Fault.Kind.FILES, "the disk is full")));
        assertThat(walk.state().usage().meter().agentCalls()).isEqualTo(1);
    }
}
