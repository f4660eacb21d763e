package dev.foldline.scenario.agent;

import static dev.foldline.scenario.Given.ALONE;
import static dev.foldline.scenario.Given.POLICY;
import static dev.foldline.scenario.Given.ralph;
import static dev.foldline.scenario.Walk.walk;
import static dev.foldline.scenario.Which.agent;
import static dev.foldline.scenario.Which.anyAgent;
import static dev.foldline.scenario.Which.collecting;
import static dev.foldline.scenario.Which.committing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.scenario.Walk;
import dev.foldline.scenario.Which;
import dev.foldline.scenario.World;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.time.Instant;

/** Who is called when one is limited, another fails, and a third is not signed in. */
class AgentFallbackTest {
    private static final Instant LATER = World.DAWN.plusSeconds(7_200);

    /** Every role has these agents. */
    private static Policy all(String... agents) {
        return POLICY.withRoles(POLICY.roles().mapValues(_ -> Vector.of(agents)));
    }

    private static Which calling(String agent) {
        return Which.of(effect -> effect instanceof InvokeAgent call && call.agent().equals(agent));
    }

    private static Fault limited(Instant until) {
        return Fault.of(Kind.RATE_LIMIT, "later").until(until);
    }

    private static Vector<Instant> waits(Walk walk) {
        return walk.effects(Wait.class).flatMap(Wait::until);
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTHENTICATION", "AGENT_SETUP", "AGENT_FAILED", "NO_OUTPUT"})
    void
            while_one_rests_the_others_are_called_until_their_rounds_are_spent_and_then_the_run_waits_for_it(
                    Kind kind) {
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
                .allSatisfy(until -> assertThat(until).isBefore(World.DAWN.plusSeconds(60)));
        walk.does(isOut ? 1 : kind == Kind.AGENT_FAILED ? 6 : 3, calling("developer-b"));
        assertThat(walk.agents("developer").last()).isEqualTo("developer-a");
        walk.does(2, calling("developer-a")).does(0, agent("recoverer"));
    }

    @Test
    void a_limit_is_that_of_the_agent_that_was_called() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a")
                                        .on(1)
                                        .fails(limited(World.DAWN.plusMillis(2_500))),
                                calling("developer-b").fails(limited(LATER)));
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-a");
        assertThat(walk.state().agents().resting().keySet())
                .contains("developer-b")
                .doesNotContain("developer-a");
    }

    @Test
    void a_failure_is_that_of_the_agent_that_was_called() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a")
                                        .on(1)
                                        .fails(limited(World.DAWN.plusMillis(2_500))),
                                calling("developer-b").fails(Kind.AGENT_SETUP));
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-a");
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTHENTICATION", "CREDIT"})
    void who_is_not_signed_in_or_has_no_credit_is_called_once_in_all_phases_and_roles(Kind kind) {
        var walk =
                walk(ralph(3, 2, all("a", "b"))).but(calling("a").fails(kind)).toEnd().completes();
        walk.does(1, calling("a"));
        assertThat(walk.effects(InvokeAgent.class).size()).isGreaterThan(10);
    }

    @Test
    void its_other_models_are_not_called_either() {
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
    void when_nobody_is_signed_in_the_run_halts_at_once() {
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
    void a_role_of_which_nobody_is_signed_in_halts_the_run_without_another_call() {
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
                                calling("claude").on(1).fails(limited(World.DAWN.plusSeconds(60))),
                                Which.entering("development")
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
    void
            a_persons_retry_a_new_driver_of_a_run_that_waited_and_a_raised_budget_let_it_be_asked_again() {
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
                        .until(Which.of(Wait.class::isInstance));
        walk.hears(new DriverStarted(1, World.DAWN.plusSeconds(60))).until(agent("analyst"));
        walk.says(new Command.RaiseBudget(Budget.UNLIMITED)).toEnd().completes();
        assertThat(walk.count(calling("a"))).isGreaterThan(3);
    }

    @Test
    void
            each_of_them_lets_it_be_asked_again_alone_and_so_does_a_person_who_lets_a_held_run_go_on() {
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
                        .until(Which.of(Wait.class::isInstance));
        waited.hears(new DriverStarted(1, World.DAWN.plusSeconds(60))).toEnd().completes();
        assertThat(waited.agents("analyst")).containsExactly("a");
    }

    @Test
    void a_driver_that_takes_over_in_the_middle_of_work_asks_nobody_again() {
        var walk =
                walk(ralph(1, 0, all("a", "b")))
                        .but(calling("a").first(1).fails(Kind.AUTHENTICATION))
                        .until(agent("analyst"));
        walk.hears(new DriverStarted(1, World.DAWN.plusSeconds(60)))
                .toEnd()
                .completes()
                .does(1, calling("a"));
    }

    /**
     * The others have failed; but a new round begins with one of them sooner than with somebody who
     * cannot work at all.
     */
    @Test
    void who_is_not_signed_in_is_not_called_either_when_all_others_have_failed() {
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
    void a_driver_that_takes_over_while_the_work_is_saved_asks_nobody_again() {
        var walk =
                walk(ralph(1, 0, all("a", "b")))
                        .but(
                                calling("a").first(1).fails(Kind.AUTHENTICATION),
                                calling("b").on(1).fails(limited(LATER)))
                        .until(Which.of(Wait.class::isInstance));
        walk.says(new Command.Abort("enough"))
                .until(Which.of(SaveWork.class::isInstance))
                .during(Which.of(SaveWork.class::isInstance));
        walk.hears(new DriverStarted(1, World.DAWN.plusSeconds(60)));
        assertThat(walk.state().agents().isBarred("a")).isTrue();
    }

    @Test
    void a_role_all_of_whose_agents_rest_is_waited_for_when_its_turn_comes() {
        var policy = all("a", "b").withRoles(all("a", "b").roles().put("analyst", Vector.of("a")));
        var walk =
                walk(ralph(1, 0, policy))
                        .but(calling("a").on(1).fails(limited(LATER)))
                        .toEnd()
                        .completes();
        assertThat(waits(walk)).containsExactly(LATER);
        assertThat(walk.agents("analyst")).containsExactly("a");
    }

    @Test
    void a_fixer_that_is_limited_costs_no_attempt() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                committing().first(1).fails(Kind.GIT),
                                agent("recoverer").first(2).fails(limited(LATER)))
                        .toEnd()
                        .completes();
        assertThat(waits(walk).head()).isEqualTo(LATER);
        walk.does(3, agent("recoverer"));
        assertThat(walk.recoveries()).containsExactly("(1,1)", "(0,0)");
    }

    @ParameterizedTest
    @EnumSource(names = {"ALLOWANCE_SPENT", "LOST", "GIT_KILLED"})
    void a_fixer_that_the_budget_or_a_crash_cut_off_is_called_again_for_the_same_attempt(
            Kind cutOff) {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                committing().first(1).fails(Kind.GIT),
                                agent("recoverer").first(1).fails(cutOff))
                        .toEnd()
                        .completes();
        walk.does(2, agent("recoverer"));
        assertThat(walk.recoveries()).containsExactly("(1,1)", "(0,0)");
    }

    @Test
    void an_end_that_the_agent_told_and_that_was_none_is_not_asked_for_again_each_time() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                agent("developer")
                                        .first(6)
                                        .answers(
                                                (effect, world) ->
                                                        world.failed(
                                                                effect,
                                                                limited(
                                                                        world.now()
                                                                                .plusSeconds(60)))))
                        .toEnd()
                        .completes();
        var waits =
                walk.beats(Which.of(Wait.class::isInstance))
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
    void
            a_limit_that_tells_no_end_is_waited_for_twice_as_long_each_time_up_to_an_hour_and_a_tenth_more() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(agent("developer").first(150).fails(Kind.OVERLOADED))
                        .toEnd()
                        .completes();
        var waits =
                walk.beats(Which.of(Wait.class::isInstance))
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
        assertThat(walk.state().spent().meter().agentCalls())
                .as("refusals are no calls")
                .isEqualTo(4);
    }

    @Test
    void its_good_call_makes_an_agents_patience_with_limits_whole() {
        var walk =
                walk(ralph(2, 0, ALONE))
                        .but(
                                agent("developer").first(3).fails(Kind.OVERLOADED),
                                agent("developer").on(5).fails(Kind.OVERLOADED))
                        .toEnd()
                        .completes();
        var last = walk.beats(Which.of(Wait.class::isInstance)).last();
        assertThat(
                        Duration.between(
                                last.before().header().now(), ((Wait) last.effect()).until().get()))
                .isLessThan(Duration.ofSeconds(67));
    }

    @Test
    void a_conversation_of_ours_that_is_full_begins_anew_with_the_same_agent() {
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
                                Which.of(
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

    @Test
    void a_limit_whose_end_has_passed_already_is_one_that_tells_no_end() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(agent("developer").on(1).fails(limited(World.DAWN.minusSeconds(60))))
                        .toEnd()
                        .completes();
        assertThat(rests(walk))
                .hasSize(1)
                .allSatisfy(seconds -> assertThat(seconds).isBetween(60L, 66L));
    }

    /** Else all runs that met the limit of one account at once would come back at once. */
    @Test
    void rests_that_tell_no_end_do_not_all_end_on_the_minute() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(agent("developer").first(40).fails(Kind.OVERLOADED))
                        .toEnd()
                        .completes();
        assertThat(rests(walk).filter(seconds -> seconds % 60 != 0)).hasSizeGreaterThan(20);
    }

    private static Vector<Long> rests(Walk walk) {
        return walk.beats(Which.of(Wait.class::isInstance))
                .map(
                        beat ->
                                Duration.between(
                                                beat.before().header().now(),
                                                ((Wait) beat.effect()).until().get())
                                        .toSeconds());
    }

    @Test
    void of_agents_that_all_rest_the_first_that_may_be_asked_again_is_waited_for() {
        var sooner = World.DAWN.plusSeconds(3_600);
        for (var ends : Vector.of(Vector.of(LATER, sooner), Vector.of(sooner, LATER))) {
            var walk =
                    walk(ralph(1, 0))
                            .but(
                                    calling("developer-a").on(1).fails(limited(ends.get(0))),
                                    calling("developer-b").on(1).fails(limited(ends.get(1))))
                            .toEnd()
                            .completes();
            assertThat(waits(walk)).containsExactly(sooner);
            assertThat(walk.agents("developer").last())
                    .isEqualTo(ends.get(0).equals(sooner) ? "developer-a" : "developer-b");
        }
    }

    private static Vector<Option<String>> resumed(Walk walk, String role) {
        return walk.effects(InvokeAgent.class)
                .filter(call -> call.role().equals(role))
                .map(InvokeAgent::resumes);
    }

    @Test
    void nobody_takes_up_the_conversation_of_another() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a").on(1).fails(limited(LATER)),
                                calling("developer-b")
                                        .on(1)
                                        .answers(
                                                (effect, world) ->
                                                        new AgentFailed(
                                                                world.ticket(),
                                                                Fault.of(Kind.TIMEOUT, "late"),
                                                                Option.none(),
                                                                World.A_SECOND,
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
                                                                World.A_SECOND,
                                                                world.now())))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("planner")).containsExactly("planner-a", "planner-a", "planner-a");
        assertThat(resumed(walk, "planner"))
                .containsExactly(Option.none(), Option.of("session-planner-a"), Option.none());
    }

    /** One is limited for hours; the other was killed once, before its conversation was saved. */
    @Test
    void who_was_killed_once_goes_on_in_a_new_conversation_while_another_is_limited() {
        var resuming =
                Which.of(
                        effect -> effect instanceof InvokeAgent call && call.resumes().isDefined());
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a").fails(limited(LATER)),
                                calling("developer-b").on(1).fails(Kind.AGENT_FAILED),
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
        assertThat(waits(walk)).isEmpty();
    }

    @Test
    void a_new_round_starts_with_whoever_can_be_called_now() {
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
                .allSatisfy(until -> assertThat(until).isBefore(World.DAWN.plusSeconds(60)));
    }

    /** Else a run would wait for the second end of a limit beside an agent that works again. */
    @Test
    void after_a_wait_for_one_agent_the_others_are_asked_again_too() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a")
                                        .first(2)
                                        .answers(
                                                (effect, world) ->
                                                        world.failed(
                                                                effect,
                                                                limited(
                                                                        world.now()
                                                                                .plusSeconds(
                                                                                        7_200)))),
                                calling("developer-b").first(6).fails(Kind.AGENT_FAILED))
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
                                calling("developer-a")
                                        .fails(
                                                Fault.of(Kind.RATE_LIMIT, "a is limited")
                                                        .until(LATER)),
                                calling("developer-b")
                                        .fails(
                                                Fault.of(Kind.RATE_LIMIT, "b is limited")
                                                        .until(LATER.plusSeconds(1))))
                        .until(Which.of(Wait.class::isInstance));
        assertThat(walk.next().effect())
                .isEqualTo(
                        new Wait(
                                Vector.of(
                                        new WaitCondition.Moment(
                                                LATER,
                                                Fault.of(Kind.RATE_LIMIT, "a is limited")
                                                        .until(LATER))),
                                Option.of(LATER)));
    }

    @Test
    void a_fixer_that_forgot_its_conversation_costs_no_attempt() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                committing().first(1).fails(Kind.GIT),
                                agent("recoverer").on(1).fails(Kind.LOST),
                                agent("recoverer")
                                        .on(2)
                                        .answers(
                                                (effect, world) ->
                                                        world.failed(
                                                                effect,
                                                                Fault.of(
                                                                        Kind.SESSION_UNKNOWN,
                                                                        "gone"))))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("recoverer"))
                .containsExactly("recoverer-a", "recoverer-a", "recoverer-b");
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
    void a_person_has_what_waits_tried_now_by_the_preferred_agent_and_no_way_back_is_spent() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a").on(1).fails(limited(LATER)),
                                calling("developer-b").on(1).fails(limited(LATER)))
                        .until(Which.of(Wait.class::isInstance));
        int spent = walk.state().spent().waysBack();
        assertThat(walk.state().awaitedAgent()).contains("developer-a");
        walk.says(new Command.SkipWait(World.DAWN.plusSeconds(60)));
        assertThat(walk.state().spent().waysBack()).isEqualTo(spent);
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-a");
        assertThat(waits(walk)).isEmpty();
    }

    @Test
    void a_paused_wait_a_rounds_wait_and_a_fixers_wait_can_be_skipped_too() {
        var paused =
                walk(ralph(1, 0, ALONE))
                        .but(calling("developer-a").on(1).fails(limited(LATER)))
                        .until(Which.of(Wait.class::isInstance));
        paused.says(new Command.Pause(Urgency.WHEN_DONE))
                .says(new Command.SkipWait(World.DAWN))
                .nextIs("held: wait for whoever holds it");
        paused.says(new Command.Resume()).nextIs("clean, then try again").toEnd().completes();
        var round =
                walk(ralph(1, 0, ALONE))
                        .but(calling("developer-a").first(2).fails(Kind.AGENT_FAILED))
                        .until(Which.of(Wait.class::isInstance));
        round.says(new Command.SkipWait(World.DAWN))
                .nextIs("clean, then try again")
                .toEnd()
                .completes();
        var fixer =
                walk(ralph(1, 0, ALONE))
                        .but(
                                committing().first(1).fails(Kind.GIT),
                                agent("recoverer").first(1).fails(limited(LATER)))
                        .until(Which.of(Wait.class::isInstance));
        fixer.says(new Command.SkipWait(World.DAWN)).nextIs("call the fixer").toEnd().completes();
    }

    @Test
    void a_wait_that_is_skipped_keeps_the_count_of_rounds() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(calling("developer-a").first(4).fails(Kind.AGENT_FAILED))
                        .until(Which.of(Wait.class::isInstance));
        walk.says(new Command.SkipWait(World.DAWN)).until(Which.of(Wait.class::isInstance));
        assertThat(walk.state().agents().chain("developer").cycle()).isEqualTo(2);
    }

    @Test
    void each_round_of_a_chain_begins_after_twice_the_wait_of_the_one_before() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(calling("developer-a").first(4).fails(Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(rests(walk)).containsExactly(1L, 2L);
    }

    @Test
    void
            a_limit_that_ends_before_the_next_round_could_begin_is_waited_for_and_counts_as_no_round() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                calling("developer-a").on(1).fails(Kind.AGENT_SETUP),
                                calling("developer-b")
                                        .on(1)
                                        .answers(
                                                (effect, world) ->
                                                        world.failed(
                                                                effect,
                                                                limited(
                                                                        world.now()
                                                                                .plusMillis(
                                                                                        1_500)))))
                        .past(Which.of(Wait.class::isInstance));
        assertThat(walk.state().agents().chain("developer").cycle()).isZero();
        var wait = walk.beats(Which.of(Wait.class::isInstance)).last();
        assertThat(((Wait) wait.effect()).until().get())
                .isBefore(wait.before().header().now().plusSeconds(1));
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-a");
    }

    @Test
    void where_nothing_waits_for_a_time_there_is_no_wait_to_skip() {
        var now = new Command.SkipWait(World.DAWN);
        var walk = walk(ralph(1, 0));
        assertThat(walk.isRefused(now).message())
                .contains("waits neither for an agent's limit to end nor for a retry");
        assertThat(walk.during(agent("developer")).isRefused(now).code())
                .isEqualTo(Code.INVALID_STATE_TRANSITION);
        assertThat(walk.toEnd().isRefused(now).code()).isEqualTo(Code.ENDED);
        var aborted =
                walk(ralph(1, 0, ALONE))
                        .but(calling("developer-a").on(1).fails(limited(LATER)))
                        .until(Which.of(Wait.class::isInstance));
        aborted.says(new Command.Abort("enough")).isRefused(now);
    }

    @Test
    void each_attempt_at_mending_is_a_conversation_of_its_own() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(committing().first(2).fails(Kind.GIT))
                        .toEnd()
                        .completes();
        assertThat(resumed(walk, "recoverer")).containsExactly(Option.none(), Option.none());
    }

    @Test
    void a_raised_budget_alone_lets_who_was_not_signed_in_be_asked_again() {
        var walk =
                walk(ralph(1, 0, all("a", "b")))
                        .but(calling("a").first(1).fails(Kind.AUTHENTICATION))
                        .until(agent("developer"));
        walk.says(new Command.RaiseBudget(Budget.UNLIMITED)).toEnd().completes();
        assertThat(walk.agents("analyst")).containsExactly("a");
    }

    @Test
    void a_limit_between_two_failures_of_an_agent_does_not_make_its_patience_whole() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                agent("developer").on(1).fails(Kind.AGENT_FAILED),
                                agent("developer").on(2).fails(limited(LATER)),
                                agent("developer").on(3).fails(Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(waits(walk)).as("for the limit, and for the chain's second cycle").hasSize(2);
    }
}
