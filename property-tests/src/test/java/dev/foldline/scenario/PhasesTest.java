package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.entering;
import static dev.foldline.scenario.EffectSelector.looking;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** What each phase of {@code ralph} does, and in which order. */
class PhasesTest {

    @Test
    void S3_09_planning_development_and_commit_repeat_before_review_and_final_validation() {
        assertThat(walk(ralph(2, 1)).toEnd().completes().phases())
                .containsExactly(
                        "prepare.0.start",
                        "iterate.0.planning",
                        "iterate.0.development",
                        "iterate.0.commit",
                        "iterate.1.planning",
                        "iterate.1.development",
                        "iterate.1.commit",
                        "polish.0.review",
                        "polish.0.commit",
                        "finish.0.commit",
                        "finish.0.final-validation",
                        "close.0.commit");
    }

    @Test
    void S3_09_issues_are_fixed_and_committed_before_the_next_pass() {
        assertThat(
                        walk(ralph(1, 2))
                                .but(collecting("issues").on(1).says("issues"))
                                .toEnd()
                                .completes()
                                .does(2, committing())
                                .phases()
                                .filter(phase -> phase.startsWith("polish")))
                .containsExactly(
                        "polish.0.review",
                        "polish.0.fix",
                        "polish.0.commit",
                        "polish.1.review",
                        "polish.1.commit");
    }

    @Test
    void S3_09_no_iterations_and_no_passes_skip_their_stages() {
        assertThat(walk(ralph(0, 0)).toEnd().completes().phases())
                .containsExactly(
                        "prepare.0.start",
                        "finish.0.commit",
                        "finish.0.final-validation",
                        "close.0.commit");
    }

    @Test
    void S3_09_iterations_and_passes_never_exceed_their_totals() {
        var walk = walk(ralph(3, 2)).but(collecting("issues").says("issues")).toEnd().completes();
        assertThat(walk.beats().map(beat -> beat.before().at()))
                .allMatch(at -> at.stage() != 1 || at.turn() < 3)
                .allMatch(at -> at.stage() != 2 || at.turn() < 2);
    }

    @Test
    void the_same_label_of_two_artifacts_leads_to_two_phases() {
        var workflow =
                new Workflow(
                        "two-verdicts",
                        1,
                        Vector.of(
                                once(
                                        "all",
                                        phases(
                                                phase(
                                                                "judge",
                                                                ask(
                                                                        "planner", "plan", "good",
                                                                        "bad"),
                                                                ask(
                                                                        "planner", "tests", "good",
                                                                        "bad"))
                                                        .route("good", Route.PROCEED)
                                                        .route(
                                                                "plan.bad",
                                                                new Route.To("plan-again"))
                                                        .route(
                                                                "tests.bad",
                                                                new Route.To("more-tests")),
                                                phase("plan-again", call("developer", "one"))
                                                        .whenSent(),
                                                phase("more-tests", call("developer", "two"))
                                                        .whenSent()))),
                        ralph(1, 1).policy());
        assertThat(walk(workflow).toEnd().completes().phases()).containsExactly("all.0.judge");
        assertThat(walk(workflow).but(collecting("plan").says("bad")).toEnd().phases())
                .containsExactly("all.0.judge", "all.0.plan-again");
        assertThat(walk(workflow).but(collecting("tests").says("bad")).toEnd().phases())
                .containsExactly("all.0.judge", "all.0.more-tests");
    }

    @Test
    void S3_09_every_failure_is_fixed_or_waits_for_the_user() {
        walk(ralph(1, 1))
                .but(collecting("plan").isRefused())
                .toEnd()
                .halts(Fault.Kind.OUTPUT_INVALID);
        walk(ralph(1, 1)).but(collecting("plan").first(70).isRefused()).toEnd().completes();
    }

    @Test
    void S3_10_planning_cleans_prompts_calls_and_collects() {
        assertThat(walk(ralph(1, 0)).toEnd().script("iterate", "planning"))
                .containsExactly(
                        "EnterPhase",
                        "clean plan",
                        "prompt planner",
                        "call planner",
                        "collect plan");
    }

    @Test
    void S3_11_development_is_analysed_every_iteration() {
        var once =
                Vector.of(
                        "EnterPhase",
                        "clean ",
                        "prompt developer",
                        "call developer",
                        "clean development_result",
                        "prompt analyst",
                        "call analyst",
                        "collect development_result",
                        "RunCheck");
        assertThat(walk(checkedRalph(2, 0)).toEnd().script("iterate", "development"))
                .containsExactlyElementsOf(once.appendAll(once));
    }

    @Test
    void S3_11_continued_development_is_marked_in_its_prompt() {
        var modes =
                walk(ralph(1, 0))
                        .but(collecting("development_result").on(1).says("partial"))
                        .toEnd()
                        .effects(RenderPrompt.class)
                        .filter(prompt -> prompt.role().equals("developer"))
                        .map(prompt -> prompt.brief().mode());
        assertThat(modes)
                .containsExactly(
                        PromptContext.FRESH,
                        new PromptContext.Mode.Continued(Continuation.Kind.MORE, 1));
    }

    @Test
    void S3_12_review_cleans_prompts_calls_and_collects_issues_then_fix_does() {
        var walk = walk(checkedRalph(1, 1)).but(collecting("issues").says("issues")).toEnd();
        assertThat(walk.script("polish", "review"))
                .containsExactly(
                        "EnterPhase",
                        "clean issues",
                        "prompt reviewer",
                        "call reviewer",
                        "collect issues");
        assertThat(walk.script("polish", "fix"))
                .containsExactly(
                        "EnterPhase",
                        "clean fix_result",
                        "prompt fixer",
                        "call fixer",
                        "collect fix_result",
                        "RunCheck");
    }

    @Test
    void S3_13_a_commit_checks_the_tree_requests_a_message_and_commits() {
        assertThat(walk(ralph(1, 0)).toEnd().script("iterate", "commit"))
                .containsExactly(
                        "EnterPhase",
                        "InspectTree",
                        "clean commit_message",
                        "prompt committer",
                        "call committer",
                        "collect commit_message",
                        "CommitWork");
    }

    @Test
    void S3_20_the_fixes_of_the_final_validation_are_committed_too() {
        var walk =
                walk(checkedRalph(1, 0))
                        .but(
                                checking().in("finish", 0).first(1).fails(Fault.Kind.CHECK_BROKEN),
                                looking().in("close", 0).says("changed"))
                        .toEnd()
                        .completes();
        assertThat(walk.phases().last()).isEqualTo("close.0.commit");
        walk.does(1, committing().in("close", 0));
    }

    @Test
    void S3_13_an_empty_diff_is_skipped_and_no_message_is_requested() {
        walk(ralph(1, 1))
                .but(looking().says("clean"))
                .toEnd()
                .completes()
                .does(0, agent("committer"))
                .does(0, committing())
                .does(4, looking());
    }

    @Test
    void S3_14_completed_work_is_committed() {
        walk(ralph(1, 0)).past(collecting("development_result")).nextIs(entering("commit"));
    }

    @Test
    void S3_14_partial_and_failed_work_is_continued_within_its_budget() {
        walk(ralph(1, 0))
                .but(
                        collecting("development_result").on(1).says("partial"),
                        collecting("development_result").on(2).says("failed"))
                .toEnd()
                .completes()
                .does(3, agent("developer"))
                .does(3, agent("analyst"));
    }

    @Test
    void S3_14_spent_continuations_ask_the_next_agent() {
        assertThat(
                        walk(ralph(1, 0))
                                .but(collecting("development_result").first(3).says("partial"))
                                .toEnd()
                                .completes()
                                .agents("developer"))
                .containsExactly("developer-a", "developer-a", "developer-a", "developer-b");
    }

    @Test
    void S3_14_exhausted_continuations_after_the_last_agent_are_recovered() {
        walk(ralph(1, 0))
                .but(collecting("development_result").first(6).says("partial"))
                .toEnd()
                .completes()
                .does(6, agent("developer"))
                .does(1, agent("recoverer"));
    }
}
