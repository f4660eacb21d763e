package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.CHECKED;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.ForgeEffect.OpenRequest;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Question;
import dev.foldline.core.state.Questions.Answer;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;
import dev.foldline.core.workflow.PullRequestDelivery;
import dev.foldline.core.workflow.PullRequestDelivery.Update;
import dev.foldline.core.workflow.QuestionPolicy;
import dev.foldline.core.workflow.QuestionPolicy.OnQuestion;
import dev.foldline.scenario.EffectSelector.EffectOverride;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** An agent that asks is heard, and one that makes no progress is not called for a night. */
class QuestionTest {
    private static final Question QUESTION =
            new Question(
                    "German or English?",
                    Vector.of("German", "English"),
                    Option.of("English"),
                    Option.of("the greeting"));

    @Test
    void two_calls_without_progress_lead_to_the_question_gate() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                doesNothing(agent("developer"), "German or English?"),
                                collecting("development_result").says("partial"))
                        .toEnd();
        walk.does(4, anyAgent());
        assertThat(gate(walk).reason()).isEqualTo("German or English?");
        assertThat(gate(walk).origin()).isEqualTo(Gate.Origin.QUESTION);
    }

    @Test
    void the_next_agent_of_the_chain_is_called_first() {
        var chain = ALONE.withRoles(ALONE.roles().put("developer", Vector.of("ada", "bob")));
        var walk =
                walk(ralph(1, 0, chain))
                        .but(
                                doesNothing(agent("developer"), "Which one?"),
                                collecting("development_result").says("partial"))
                        .toEnd();
        assertThat(walk.agents("developer")).containsExactly("ada", "ada", "bob", "bob");
        assertThat(gate(walk).reason()).isEqualTo("Which one?");
    }

    @Test
    void work_that_another_agent_accepts_is_progress() {
        walk(ralph(3, 0, ALONE))
                .but(doesNothing(agent("developer"), "There is nothing to do."))
                .toEnd()
                .completes();
    }

    @Test
    void the_answer_reaches_the_same_conversation() {
        var walk = walk(ralph(1, 0, ALONE)).but(asks(agent("developer").on(1), QUESTION)).toEnd();
        assertThat(walk.agents("developer")).hasSize(1);
        walk.says(new Command.Approve("question", Shown.NOTHING, "1")).toEnd().completes();
        var calls = walk.effects(InvokeAgent.class).filter(call -> call.role().equals("developer"));
        assertThat(calls.map(InvokeAgent::resumes))
                .containsExactly(Option.none(), Option.of("session-developer-a"));
        assertThat(remarks(walk, "developer").last()).contains("German or English?", "German");
        assertThat(walk.state().agents().questions().answers())
                .containsExactly(new Answer(QUESTION.text(), "German", Answer.Source.USER));
    }

    @Test
    void a_recommendation_is_approved_without_an_answer() {
        var walk = walk(ralph(1, 0, ALONE)).but(asks(agent("developer").on(1), QUESTION)).toEnd();
        walk.says(new Command.Approve("question", Shown.NOTHING, "")).toEnd().completes();
        assertThat(answer(walk).text()).isEqualTo("English");
    }

    @Test
    void a_question_without_a_recommendation_needs_an_answer() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(asks(agent("developer").on(1), Question.of("Why?")))
                        .toEnd();
        assertThat(walk.isRefused(new Command.Approve("question", Shown.NOTHING, " ")).code())
                .isEqualTo(Code.BLANK_FEEDBACK);
    }

    @Test
    void a_late_answer_is_refused_with_the_one_that_counts() {
        var walk = walk(ralph(1, 0, ALONE)).but(asks(agent("developer").on(1), QUESTION)).toEnd();
        var late = new Command.Approve("question", shown(gate(walk)), "English");
        walk.says(new Command.Approve("question", Shown.NOTHING, "German"));
        assertThat(walk.isRefused(late).message())
                .isEqualTo(
                        "Gate question is resolved already: the answer that counts is \"German\"");
        walk.toEnd().completes();
        assertThat(walk.isRefused(late).code()).isEqualTo(Code.ENDED);
    }

    @Test
    void the_same_question_is_not_asked_again() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(
                                asks(agent("developer").on(1), QUESTION),
                                asks(agent("developer").on(2), Question.of("german or  English?")))
                        .toEnd();
        walk.says(new Command.Approve("question", Shown.NOTHING, "German")).toEnd().completes();
        assertThat(walk.agents("developer")).hasSize(3);
    }

    @Test
    void two_questions_of_one_call_are_asked_one_after_the_other() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(asks(agent("developer").on(1), QUESTION, Question.of("Why?")))
                        .toEnd();
        walk.says(new Command.Approve("question", Shown.NOTHING, "German")).toEnd();
        assertThat(gate(walk).reason()).isEqualTo("Why?");
        assertThat(walk.agents("developer")).hasSize(1);
        walk.says(new Command.Approve("question", Shown.NOTHING, "Because.")).toEnd().completes();
        assertThat(walk.agents("developer")).hasSize(2);
    }

    @Test
    void a_question_while_frozen_waits_its_turn() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(asks(agent("developer").on(1), QUESTION))
                        .during(agent("developer"))
                        .says(new Command.Freeze("look", "let me see"))
                        .toEnd();
        assertThat(gate(walk).id()).isEqualTo("look");
        walk.says(new Command.Approve("look", Shown.NOTHING, "")).toEnd();
        assertThat(gate(walk).id()).isEqualTo("question");
    }

    @Test
    void a_number_is_an_option_only_if_no_option_is_a_number() {
        var sizes =
                new Question("How many?", Vector.of("2", "3", "5"), Option.none(), Option.none());
        assertThat(sizes.answer("3")).isEqualTo("3");
        assertThat(QUESTION.answer(" 2 ")).isEqualTo("English");
    }

    @Test
    void an_agent_of_any_role_that_repeats_a_question_is_not_called_again_and_again() {
        var walk =
                walk(ralph(1, 0, answering(OnQuestion.FORBID)))
                        .but(asks(agent("planner"), QUESTION))
                        .toEnd();
        assertThat(walk.count(agent("planner"))).isEqualTo(2);
    }

    @Test
    void work_that_passes_its_check_is_progress_though_nothing_was_left_to_change() {
        var walk =
                walk(ralph(3, 0, CHECKED))
                        .but(doesNothing(agent("developer"), "All of it is there already."))
                        .toEnd();
        assertThat(walk.state().slots().gate()).isEqualTo(GateSlot.IDLE);
    }

    @Test
    void a_recommendation_is_assumed_where_the_policy_says_so() {
        var walk =
                walk(ralph(1, 0, answering(OnQuestion.ASSUME)))
                        .but(asks(agent("developer").on(1), QUESTION))
                        .toEnd()
                        .completes();
        assertThat(answer(walk))
                .isEqualTo(new Answer(QUESTION.text(), "English", Answer.Source.RECOMMENDATION));
    }

    @Test
    void what_was_assumed_is_told_to_the_readers_of_the_pull_request() {
        var delivering =
                PullRequestDelivery.after(
                        ralph(1, 0, answering(OnQuestion.ASSUME)),
                        new PullRequestDelivery.Options(
                                new DeliveryBounds(1, 1, 1, 30), Update.NEVER, Option.none()));
        var walk = walk(delivering).but(asks(agent("developer").on(1), QUESTION)).toEnd();
        assertThat(walk.effects(OpenRequest.class).head().results())
                .contains("assumed: " + QUESTION.text() + " - English");
    }

    @Test
    void an_agent_that_may_not_ask_is_told_to_decide() {
        var walk =
                walk(ralph(1, 0, answering(OnQuestion.FORBID)))
                        .but(asks(agent("developer").on(1), QUESTION))
                        .toEnd()
                        .completes();
        assertThat(answer(walk).source()).isEqualTo(Answer.Source.AGENT);
        assertThat(remarks(walk, "developer").last()).contains("Decide it yourself");
    }

    @Test
    void a_role_has_a_policy_of_its_own() {
        var policy =
                ALONE.withQuestions(
                        Option.of(
                                new QuestionPolicy(
                                        OnQuestion.PARK,
                                        LinkedHashMap.of("developer", OnQuestion.ASSUME))));
        var walk =
                walk(ralph(1, 0, policy))
                        .but(
                                asks(agent("planner").on(1), Question.of("Why?")),
                                asks(agent("developer").on(1), QUESTION))
                        .toEnd();
        assertThat(gate(walk).reason()).isEqualTo("Why?");
        walk.says(new Command.Approve("question", Shown.NOTHING, "Because.")).toEnd().completes();
    }

    @Test
    void a_run_that_never_halts_asks_nobody() {
        var policy = ALONE.withRecovery(ALONE.recovery().withOnExhausted(OnExhausted.NEVER_HALT));
        walk(ralph(1, 0, policy)).but(asks(agent("developer").on(1), QUESTION)).toEnd().completes();
        var stuck =
                walk(ralph(1, 0, policy))
                        .but(
                                doesNothing(agent("developer"), "Which?"),
                                collecting("development_result").says("partial"))
                        .toEnd();
        assertThat(stuck.agents("developer")).hasSize(2);
        assertThat(stuck.state().slots().gate()).isEqualTo(GateSlot.IDLE);
    }

    @Test
    void an_abort_withdraws_the_question() {
        var walk = walk(ralph(1, 0, ALONE)).but(asks(agent("developer").on(1), QUESTION)).toEnd();
        walk.says(new Command.Abort("enough")).toEnd();
        assertThat(walk.state().agents().questions().open()).isEmpty();
    }

    private static Policy answering(OnQuestion standard) {
        return ALONE.withQuestions(Option.of(QuestionPolicy.of(standard)));
    }

    private static Answer answer(ScenarioRun walk) {
        return walk.state().agents().questions().answers().last();
    }

    private static Gate gate(ScenarioRun walk) {
        assertThat(walk.state().slots().gate()).isInstanceOf(GateSlot.Open.class);
        return ((GateSlot.Open) walk.state().slots().gate()).gate();
    }

    private static Shown shown(Gate gate) {
        return new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
    }

    private static Vector<String> remarks(ScenarioRun walk, String role) {
        return walk.effects(RenderPrompt.class)
                .filter(prompt -> prompt.role().equals(role))
                .map(prompt -> prompt.brief().feedback().map(Feedback::message).mkString("\n"));
    }

    private static EffectOverride doesNothing(EffectSelector which, String words) {
        return which.answers((call, world) -> ended(call, world, Option.of(words), Vector.empty()));
    }

    private static EffectOverride asks(EffectSelector which, Question... questions) {
        return which.answers(
                (call, world) -> ended(call, world, Option.of("?"), Vector.of(questions)));
    }

    private static AgentFinished ended(
            Effect effect,
            ScenarioEnvironment world,
            Option<String> lastWords,
            Vector<Question> questions) {
        return new AgentFinished(
                world.ticket(),
                Option.of("session-" + ((InvokeAgent) effect).agent()),
                ScenarioEnvironment.A_SECOND,
                Option.none(),
                world.now(),
                Option.none(),
                Vector.empty(),
                lastWords,
                questions);
    }
}
