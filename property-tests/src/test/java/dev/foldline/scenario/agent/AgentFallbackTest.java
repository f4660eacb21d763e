package dev.foldline.scenario.agent;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioEnvironment;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Instant;

/** Who is called when one is limited, another fails, and a third is not signed in. */
class AgentFallbackTest {
    static final Instant LATER = ScenarioEnvironment.DAWN.plusSeconds(7_200);

    /** Every role has these agents. */
    static Policy all(String... agents) {
        return POLICY.withRoles(POLICY.roles().mapValues(_ -> Vector.of(agents)));
    }

    static EffectSelector calling(String agent) {
        return EffectSelector.of(
                effect -> effect instanceof InvokeAgent call && call.agent().equals(agent));
    }

    static Fault limited(Instant until) {
        return Fault.of(Kind.RATE_LIMIT, "later").until(until);
    }

    static Vector<Instant> waits(ScenarioRun walk) {
        return walk.effects(Wait.class).flatMap(Wait::until);
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTHENTICATION", "AGENT_SETUP", "AGENT_FAILED", "NO_OUTPUT"})
    void the_others_are_called_while_one_agent_waits_and_then_the_run_waits_for_it(Kind kind) {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a").on(1).fails(limited(LATER)),
                                calling("developer-b").fails(kind))
                        .toEnd()
                        .completes();
        boolean isOut = kind == Kind.AUTHENTICATION;
        assertThat(waits(walk))
                .as("a round's wait is short")
                .hasSize(isOut ? 1 : 3)
                .endsWith(LATER)
                .filteredOn(until -> !until.equals(LATER))
                .allSatisfy(
                        until ->
                                assertThat(until)
                                        .isBefore(ScenarioEnvironment.DAWN.plusSeconds(60)));
        walk.does(isOut ? 1 : kind == Kind.AGENT_FAILED ? 6 : 3, calling("developer-b"));
        assertThat(walk.agents("developer").last()).isEqualTo("developer-a");
        walk.does(2, calling("developer-a")).does(0, agent("recoverer"));
    }

    @Test
    void a_failure_is_that_of_the_agent_that_was_called() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a")
                                        .on(1)
                                        .fails(limited(ScenarioEnvironment.DAWN.plusMillis(2_500))),
                                calling("developer-b").fails(Kind.AGENT_SETUP));
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-a");
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTHENTICATION", "CREDIT"})
    void an_agent_without_login_or_credit_is_called_once_in_all_phases_and_roles(Kind kind) {
        var walk =
                walk(ralph(3, 2, all("a", "b"))).but(calling("a").fails(kind)).toEnd().completes();
        walk.does(1, calling("a"));
        assertThat(walk.effects(InvokeAgent.class).size()).isGreaterThan(10);
    }

    @Test
    void the_other_models_of_a_failed_agent_are_not_called_either() {
        assertThat(
                        walk(ralph(1, 0, all("a:large", "a:small", "b")))
                                .but(calling("a:large").fails(Kind.AUTHENTICATION))
                                .toEnd()
                                .completes()
                                .agents("planner"))
                .containsExactly("a:large", "b");
        assertThat(
                        walk(ralph(2, 0, all("a:large", "a:small", "b")))
                                .but(calling("a:large").fails(Kind.MODEL_UNAVAILABLE))
                                .toEnd()
                                .completes()
                                .agents("planner"))
                .as("a model that is gone")
                .containsExactly("a:large", "a:small", "a:large", "a:small");
    }

    @Test
    void other_providers_that_the_same_command_line_calls_are_called() {
        var models = all("opencode:anthropic/x", "opencode:anthropic/y", "opencode:openai/z");
        assertThat(
                        walk(ralph(1, 0, models))
                                .but(calling("opencode:anthropic/x").fails(Kind.CREDIT))
                                .toEnd()
                                .completes()
                                .agents("planner"))
                .containsExactly("opencode:anthropic/x", "opencode:openai/z");
    }

    @Test
    void a_run_whose_agents_are_all_signed_out_halts_at_once() {
        walk(ralph(1, 0, all("a", "b")))
                .but(anyAgent().fails(Kind.AUTHENTICATION))
                .toEnd()
                .halts(Kind.AUTHENTICATION)
                .does(2, anyAgent());
        walk(ralph(1, 0, ALONE))
                .but(agent("developer").fails(Kind.CREDIT))
                .toEnd()
                .halts(Kind.CREDIT)
                .does(1, agent("developer"))
                .does(0, agent("recoverer"));
    }

    @Test
    void a_role_whose_agents_are_all_signed_out_halts_the_run_without_another_call() {
        var walk =
                walk(
                        ralph(
                                1,
                                1,
                                all("a", "b")
                                        .withRoles(
                                                all("a", "b")
                                                        .roles()
                                                        .put("committer", Vector.of("a")))));
        walk.but(calling("a").fails(Kind.AUTHENTICATION))
                .toEnd()
                .halts(Kind.AUTHENTICATION)
                .does(1, calling("a"))
                .does(0, agent("committer"));
        assertThat(walk.state().ledger().lastFault().map(Fault::kind))
                .contains(Kind.AUTHENTICATION);
    }

    /** What came between, such as a long check, tells no time. */
    @Test
    void the_preferred_agent_works_in_the_next_phase_if_its_limit_has_ended_meanwhile() {
        var walk =
                walk(ralph(1, 0, all("claude", "claude:haiku")))
                        .but(
                                calling("claude")
                                        .on(1)
                                        .fails(limited(ScenarioEnvironment.DAWN.plusSeconds(60))),
                                EffectSelector.entering("development")
                                        .answers(
                                                (effect, world) ->
                                                        new PhaseEntered(
                                                                world.ticket(), Option.of(LATER))))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("planner")).containsExactly("claude", "claude:haiku");
        assertThat(walk.agents("developer")).containsExactly("claude");
    }

    @Test
    void a_retry_or_a_new_driver_with_a_raised_budget_asks_a_signed_out_agent_again() {
        walk(ralph(1, 0, all("a")))
                .but(calling("a").first(1).fails(Kind.AUTHENTICATION))
                .toEnd()
                .says(new Command.RetryHalted())
                .toEnd()
                .completes();
        var walk =
                walk(ralph(2, 0, all("a", "b")))
                        .but(
                                calling("a").first(1).fails(Kind.AUTHENTICATION),
                                calling("b").on(1).fails(limited(LATER)))
                        .until(EffectSelector.of(Wait.class::isInstance));
        walk.submit(new DriverStarted(1, ScenarioEnvironment.DAWN.plusSeconds(60)))
                .until(agent("analyst"));
        walk.says(new Command.RaiseBudget(Budget.UNLIMITED)).toEnd().completes();
        assertThat(walk.count(calling("a"))).isGreaterThan(3);
    }

    @Test
    void a_resume_or_a_new_driver_after_a_wait_alone_asks_a_signed_out_agent_again() {
        var held =
                walk(ralph(1, 0, all("a", "b")))
                        .but(calling("a").first(1).fails(Kind.AUTHENTICATION))
                        .until(agent("analyst"));
        held.says(new Command.Pause(Urgency.WHEN_DONE))
                .says(new Command.Resume())
                .toEnd()
                .completes();
        assertThat(held.agents("analyst")).containsExactly("a");
        var waited =
                walk(ralph(1, 0, all("a", "b")))
                        .but(
                                calling("a").first(1).fails(Kind.AUTHENTICATION),
                                calling("b").on(1).fails(limited(LATER)))
                        .until(EffectSelector.of(Wait.class::isInstance));
        waited.submit(new DriverStarted(1, ScenarioEnvironment.DAWN.plusSeconds(60)))
                .toEnd()
                .completes();
        assertThat(waited.agents("analyst")).containsExactly("a");
    }

    @Test
    void a_driver_that_takes_over_during_the_work_asks_no_agent_again() {
        var walk =
                walk(ralph(1, 0, all("a", "b")))
                        .but(calling("a").first(1).fails(Kind.AUTHENTICATION))
                        .until(agent("analyst"));
        walk.submit(new DriverStarted(1, ScenarioEnvironment.DAWN.plusSeconds(60)))
                .toEnd()
                .completes()
                .does(1, calling("a"));
    }

    /**
     * The others have failed; but a new round begins with one of them sooner than with somebody who
     * cannot work at all.
     */
    @Test
    void a_signed_out_agent_is_not_called_even_if_all_others_have_failed() {
        var policy =
                all("a", "b", "c")
                        .withRoles(all("a", "b", "c").roles().put("recoverer", Vector.of("c")));
        var walk =
                walk(ralph(1, 0, policy))
                        .but(
                                calling("a").first(1).fails(Kind.AUTHENTICATION),
                                calling("b").on(1).fails(Kind.AGENT_SETUP),
                                agent("recoverer").fails(Kind.CREDIT),
                                calling("c").on(1).fails(Kind.FILES))
                        .toEnd()
                        .completes()
                        .does(1, calling("a"));
        assertThat(walk.agents("planner")).containsExactly("a", "b", "c", "b");
    }

    @Test
    void a_limited_agent_is_waited_for_if_the_others_may_not_be_called() {
        var roles =
                POLICY.roles()
                        .mapValues(_ -> Vector.of("c"))
                        .put("developer", Vector.of("a", "b"))
                        .put("recoverer", Vector.of("b"));
        var walk =
                walk(ralph(1, 0, POLICY.withRoles(roles)))
                        .but(
                                calling("a").on(1).fails(Kind.MODEL_UNAVAILABLE),
                                calling("b").on(1).fails(Kind.UNEXPECTED),
                                calling("b").on(2).fails(Kind.AUTHENTICATION),
                                calling("a").on(2).fails(limited(LATER)))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("recoverer")).containsExactly("b");
        assertThat(walk.agents("developer")).startsWith("a", "b", "a", "a");
        assertThat(waits(walk)).containsExactly(LATER);
    }

    @Test
    void a_driver_that_takes_over_while_the_work_is_saved_asks_no_agent_again() {
        var walk =
                walk(ralph(1, 0, all("a", "b")))
                        .but(
                                calling("a").first(1).fails(Kind.AUTHENTICATION),
                                calling("b").on(1).fails(limited(LATER)))
                        .until(EffectSelector.of(Wait.class::isInstance));
        walk.says(new Command.Abort("enough"))
                .until(EffectSelector.of(SaveWork.class::isInstance))
                .during(EffectSelector.of(SaveWork.class::isInstance));
        walk.submit(new DriverStarted(1, ScenarioEnvironment.DAWN.plusSeconds(60)));
        assertThat(walk.state().agents().isBarred("a")).isTrue();
    }

    @Test
    void a_new_round_starts_with_an_agent_that_can_be_called_now() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a").fails(limited(LATER)),
                                calling("developer-b").first(2).fails(Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-b", "developer-b");
        assertThat(waits(walk))
                .hasSize(1)
                .allSatisfy(
                        until ->
                                assertThat(until)
                                        .isBefore(ScenarioEnvironment.DAWN.plusSeconds(60)));
    }

    @Test
    void a_halt_for_want_of_a_sign_in_names_all_who_need_one() {
        var walk =
                walk(ralph(1, 0, all("a", "b", "c")))
                        .but(
                                calling("a")
                                        .fails(
                                                Fault.of(
                                                        Kind.AUTHENTICATION,
                                                        "the agent a is not signed in")),
                                calling("b")
                                        .fails(
                                                Fault.of(
                                                        Kind.CREDIT,
                                                        "the agent b has no credit left")),
                                calling("c")
                                        .fails(
                                                Fault.of(
                                                        Kind.AUTHENTICATION,
                                                        "the agent c is not signed in")));
        walk.toEnd().halts(Kind.AUTHENTICATION);
        assertThat(walk.state().ledger().lastFault().map(Fault::message))
                .contains(
                        "the agent a is not signed in; the agent b has no credit left; the agent c"
                                + " is not signed in");
    }

    @Test
    void a_raised_budget_alone_asks_a_signed_out_agent_again() {
        var walk =
                walk(ralph(1, 0, all("a", "b")))
                        .but(calling("a").first(1).fails(Kind.AUTHENTICATION))
                        .until(agent("developer"));
        walk.says(new Command.RaiseBudget(Budget.UNLIMITED)).toEnd().completes();
        assertThat(walk.agents("analyst")).containsExactly("a");
    }
}
