package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.entering;
import static dev.foldline.scenario.EffectSelector.looking;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.EffectSelector.recordingRecovery;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Tally;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where each fault leads: the same agent, the next one, a wait, a recovery, a person. */
class FaultMapperTest {

    @Test
    void a_killed_git_command_is_repeated_and_an_agent_is_called_after_the_second_in_a_row() {
        var once =
                walk(ralph(2, 0))
                        .but(
                                committing().on(1).fails(Kind.GIT_KILLED),
                                committing().on(3).fails(Kind.GIT_KILLED))
                        .toEnd()
                        .completes();
        once.does(0, agent("recoverer")).does(4, committing());
        assertThat(once.effects(RenderPrompt.class).map(prompt -> prompt.brief().mode()))
                .as("nobody is told to answer for it")
                .containsOnly(PromptContext.FRESH);
        var twice =
                walk(ralph(1, 0))
                        .but(committing().first(2).fails(Kind.GIT_KILLED))
                        .toEnd()
                        .completes();
        twice.does(1, agent("recoverer")).does(3, committing());
    }

    @Test
    void killed_git_commands_of_two_effects_are_not_twice_in_a_row() {
        var looked =
                walk(ralph(1, 0))
                        .but(
                                looking().inPhase("commit").on(1).fails(Kind.GIT_KILLED),
                                committing().on(1).fails(Kind.GIT_KILLED))
                        .toEnd()
                        .completes();
        assertThat(
                        looked.does(0, agent("recoverer"))
                                .effects(RenderPrompt.class)
                                .map(prompt -> prompt.brief().mode()))
                .containsOnly(PromptContext.FRESH);
        walk(ralph(1, 0))
                .but(
                        agent("developer").on(1).fails(Kind.AGENT_FAILED),
                        prompting("developer").on(2).fails(Kind.GIT_KILLED))
                .toEnd()
                .completes()
                .does(0, agent("recoverer"));
    }

    @Test
    void S3_15_a_limited_agent_is_replaced_at_once_and_preferred_again_after_its_rest() {
        var limited =
                Fault.of(Kind.RATE_LIMIT, "later").until(ScenarioEnvironment.DAWN.plusSeconds(4));
        assertThat(
                        walk(ralph(4, 0))
                                .but(agent("developer").on(1).fails(limited))
                                .toEnd()
                                .completes()
                                .agents("developer"))
                .containsExactly(
                        "developer-a", "developer-b", "developer-a", "developer-a", "developer-a");
    }

    @Test
    void S3_15_a_run_whose_agents_are_all_limited_waits_for_the_first_of_them() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                agent("developer")
                                        .on(1)
                                        .fails(
                                                Fault.of(Kind.RATE_LIMIT, "")
                                                        .until(
                                                                ScenarioEnvironment.DAWN
                                                                        .plusSeconds(500))),
                                agent("developer")
                                        .on(2)
                                        .fails(
                                                Fault.of(Kind.RATE_LIMIT, "")
                                                        .until(
                                                                ScenarioEnvironment.DAWN
                                                                        .plusSeconds(300))))
                        .toEnd()
                        .completes();
        assertThat(walk.effects(Wait.class).map(wait -> wait.until().get()))
                .containsExactly(ScenarioEnvironment.DAWN.plusSeconds(300));
        assertThat(walk.agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-b");
    }

    @Test
    void S3_15_an_agent_that_cannot_sign_in_is_replaced_without_another_try() {
        assertThat(
                        walk(ralph(1, 0))
                                .but(agent("developer").on(1).fails(Kind.AUTHENTICATION))
                                .toEnd()
                                .completes()
                                .agents("developer"))
                .containsExactly("developer-a", "developer-b");
    }

    @Test
    void S3_15_a_timeout_without_output_asks_the_next_agent_and_one_with_output_the_same() {
        assertThat(
                        walk(ralph(1, 0))
                                .but(agent("developer").on(1).fails(Kind.NO_OUTPUT))
                                .toEnd()
                                .agents("developer"))
                .containsExactly("developer-a", "developer-b");
        assertThat(
                        walk(ralph(1, 0))
                                .but(agent("developer").on(1).fails(Kind.TIMEOUT))
                                .toEnd()
                                .agents("developer"))
                .containsExactly("developer-a", "developer-a");
    }

    @Test
    void S3_15_a_model_that_is_gone_is_followed_by_the_next_model_then_the_next_agent() {
        var models =
                POLICY.withRoles(
                        POLICY.roles()
                                .put("developer", Vector.of("a:large", "a:small", "b:large")));
        assertThat(
                        walk(ralph(1, 0, models))
                                .but(agent("developer").first(2).fails(Kind.MODEL_UNAVAILABLE))
                                .toEnd()
                                .completes()
                                .agents("developer"))
                .containsExactly("a:large", "a:small", "b:large");
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "RATE_LIMIT",
                "OVERLOADED",
                "AUTHENTICATION",
                "MODEL_UNAVAILABLE",
                "NO_OUTPUT"
            })
    void S3_15_another_agent_starts_with_a_new_conversation_and_fresh_limits(Kind kind) {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                collecting("plan").first(3).isRefused(),
                                agent("planner").on(4).fails(kind))
                        .until(agent("planner").on(4));
        while (!(walk.next().effect() instanceof InvokeAgent call
                && call.agent().equals("planner-b"))) walk.step();
        assertThat(((InvokeAgent) walk.next().effect()).resumes()).isEmpty();
        assertThat(walk.state().usage().tally()).isEqualTo(new Tally(5, 0, 0, 0));
    }

    @Test
    void an_output_retry_resumes_the_conversation() {
        var walk = walk(ralph(1, 0)).but(collecting("plan").on(1).isRefused()).toEnd();
        assertThat(
                        walk.effects(InvokeAgent.class)
                                .filter(call -> call.role().equals("planner"))
                                .map(call -> call.resumes().getOrElse("new")))
                .containsExactly("new", "session-planner-a");
    }

    @Test
    void a_full_or_unknown_conversation_is_not_resumed() {
        var walk =
                walk(ralph(1, 0)).but(agent("planner").on(1).fails(Kind.SESSION_UNKNOWN)).toEnd();
        assertThat(walk.effects(InvokeAgent.class).take(2).flatMap(InvokeAgent::resumes)).isEmpty();
    }

    @Test
    void S3_17_every_retry_cleans_again_before_the_call() {
        var script =
                walk(ralph(1, 0))
                        .but(
                                collecting("plan").first(2).isRefused(),
                                agent("planner").on(3).fails(Kind.TIMEOUT))
                        .toEnd()
                        .script("iterate", "planning");
        var again = Vector.of("clean plan", "prompt planner", "call planner", "collect plan");
        assertThat(script.tail())
                .containsExactlyElementsOf(
                        again.appendAll(again).appendAll(again.init()).appendAll(again));
    }

    @Test
    void S3_22_a_missing_prompt_is_written_again() {
        walk(ralph(1, 0))
                .but(agent("planner").on(1).fails(Kind.PROMPT_MISSING))
                .toEnd()
                .completes()
                .does(2, prompting("planner"))
                .does(0, agent("recoverer"));
    }

    @Test
    void S3_22_other_broken_inputs_are_recovered_at_the_phase_that_failed() {
        var walk =
                walk(ralph(1, 0))
                        .but(prompting("analyst").on(1).fails(Kind.FILES))
                        .past(prompting("analyst"));
        assertThat(walk.state().slots().recovery())
                .isInstanceOfSatisfying(
                        Recovery.FixDue.class,
                        due -> assertThat(due.failure().at()).isEqualTo(walk.state().at().at(4)));
        walk.toEnd().completes().does(1, agent("recoverer"));
    }

    @Test
    void S3_22_a_failing_fixer_never_becomes_the_point_of_failure() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                prompting("analyst").on(1).fails(Kind.FILES),
                                agent("recoverer").fails(Kind.AGENT_FAILED),
                                prompting("recoverer").on(2).fails(Kind.FILES))
                        .until(recordingRecovery());
        assertThat(walk.state().slots().recovery())
                .isInstanceOfSatisfying(
                        Recovery.Passed.class,
                        passed -> assertThat(passed.failure().at().step()).isEqualTo(4));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void every_fault_of_a_call_continues_the_run_or_waits_for_the_user(Kind kind) {
        var once = walk(ralph(1, 0)).but(agent("developer").on(1).fails(kind)).toEnd();
        assertThat(kind.remedy() == Fault.Remedy.HALT ? once.halts(kind) : once.completes())
                .isNotNull();
        walk(ralph(1, 0)).but(agent("developer").fails(kind)).toEnd();
    }

    @Test
    void the_prompt_of_a_retry_contains_the_problem() {
        var walk = walk(ralph(1, 0)).but(collecting("plan").on(1).isRefused()).toEnd();
        assertThat(walk.effects(RenderPrompt.class).get(1).brief().mode())
                .isEqualTo(
                        new PromptContext.Mode.Again(
                                new Retry.Setback(
                                        Retry.Kind.OUTPUT,
                                        1,
                                        Fault.of(Kind.OUTPUT_INVALID, "not valid"))));
    }

    @Test
    void an_artifact_with_an_unknown_label_is_invalid() {
        walk(ralph(1, 0))
                .but(collecting("development_result").on(1).says("marvellous"))
                .toEnd()
                .completes()
                .does(2, agent("analyst"))
                .does(1, agent("developer"));
    }

    @Test
    void a_limited_agent_is_waited_for_rather_than_asking_one_that_cannot_sign_in() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                agent("developer").on(1).fails(Kind.AUTHENTICATION),
                                agent("developer").on(2).fails(Kind.RATE_LIMIT));
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("developer-a", "developer-b", "developer-b");
        assertThat(walk.effects(Wait.class)).hasSize(1);
    }

    @Test
    void an_agent_that_already_waits_is_not_asked_at_its_turn() {
        var shared =
                POLICY.withRoles(
                        POLICY.roles()
                                .put("planner", Vector.of("b", "c"))
                                .put("developer", Vector.of("a", "b")));
        var walk =
                walk(ralph(1, 0, shared))
                        .but(
                                agent("planner").on(1).fails(Kind.RATE_LIMIT),
                                agent("developer").on(1).fails(Kind.AUTHENTICATION));
        assertThat(walk.toEnd().completes().agents("developer")).containsExactly("a", "b");
        assertThat(walk.effects(Wait.class)).hasSize(1);
    }

    @Test
    void a_single_limited_agent_is_awaited() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(agent("developer").on(1).fails(Kind.RATE_LIMIT))
                        .toEnd()
                        .completes();
        assertThat(walk.effects(Wait.class)).hasSize(1);
        walk.does(2, agent("developer")).does(1, entering("development"));
    }

    @Test
    void a_role_without_agents_waits_for_the_user() {
        var empty = POLICY.withRoles(LinkedHashMap.empty());
        walk(ralph(1, 0, empty))
                .but(agent("planner").fails(Kind.ROLE_EMPTY))
                .toEnd()
                .halts(Kind.ROLE_EMPTY)
                .does(1, agent("planner"));
    }

    @Test
    void spent_continuations_ask_the_agent_behind_the_one_that_did_the_work() {
        var three = POLICY.withRoles(POLICY.roles().put("developer", Vector.of("a", "b", "c")));
        var walk =
                walk(ralph(1, 0, three))
                        .but(
                                agent("developer").on(1).fails(Kind.RATE_LIMIT),
                                collecting("development_result").first(3).says("partial"));
        assertThat(walk.toEnd().completes().agents("developer"))
                .containsExactly("a", "b", "b", "b", "c");
    }
}
