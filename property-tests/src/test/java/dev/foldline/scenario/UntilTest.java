package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.entering;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.CHECKED;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.Ralph;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** A stage that runs until an artifact says a label. */
class UntilTest {

    @Test
    void completed_work_ends_the_iterations_and_a_clean_review_the_reviews() {
        assertThat(walk(until(5, 2, POLICY)).toEnd().completes().phases())
                .containsExactly(
                        "prepare.0.start",
                        "iterate.0.planning",
                        "iterate.0.development",
                        "iterate.0.commit",
                        "polish.0.review",
                        "polish.0.commit",
                        "finish.0.commit",
                        "finish.0.final-validation",
                        "close.0.commit");
    }

    @Test
    void the_turn_with_the_label_is_finished_and_one_without_it_is_followed_by_another() {
        var walk =
                walk(until(5, 0, POLICY))
                        .but(collecting("development_result").first(3).says("partial"))
                        .toEnd()
                        .completes();
        assertThat(walk.phases().filter(phase -> phase.startsWith("iterate")))
                .containsExactly(
                        "iterate.0.planning",
                        "iterate.0.development",
                        "iterate.0.commit",
                        "iterate.1.planning",
                        "iterate.1.development",
                        "iterate.1.commit");
        walk.does(4, agent("developer")).does(2, committing());
    }

    @Test
    void no_more_turns_run_than_the_maximum_and_unfinished_work_of_the_last_is_recovered() {
        var walk =
                walk(until(2, 0, POLICY))
                        .but(collecting("development_result").first(9).says("partial"))
                        .toEnd()
                        .completes();
        assertThat(walk.beats().map(beat -> beat.before().at()))
                .allMatch(at -> at.stage() != 1 || at.turn() < 2);
        assertThat(walk.agents("developer"))
                .containsExactly(
                        "developer-a",
                        "developer-a",
                        "developer-a",
                        "developer-a",
                        "developer-a",
                        "developer-a",
                        "developer-b",
                        "developer-b",
                        "developer-b");
        walk.does(1, agent("recoverer"));
    }

    @Test
    void a_label_from_before_the_work_was_rejected_does_not_count() {
        var walk =
                walk(until(3, 0, CHECKED))
                        .but(
                                checking().on(1).fails(Fault.Kind.CHECK_FAILED),
                                collecting("development_result").on(2).says("partial"),
                                collecting("development_result").on(3).says("partial"))
                        .past(checking());
        assertThat(walk.state().ledger().findings().labels()).isEmpty();
        assertThat(walk.toEnd().completes().count(entering("development"))).isEqualTo(2);
    }

    @Test
    void a_label_of_an_earlier_turn_ends_no_later_one() {
        var odd =
                phase("odd", ask("analyst", "verdict", "good", "bad"))
                        .route("good", PROCEED)
                        .route("bad", new Route.To("end"));
        var judge =
                phase("judge", ask("analyst", "choice", "skip", "ask"))
                        .route("skip", new Route.To("end"))
                        .route("ask", PROCEED);
        var workflow =
                new Workflow(
                        "planted",
                        1,
                        Vector.of(
                                new Stage(
                                        "loop",
                                        new LoopCondition.Until(4, "choice", "ask"),
                                        phases(judge, odd, phase("end", clean())))),
                        POLICY.withRecovery(Policy.RecoveryPolicy.DEFAULT));
        assertThat(WorkflowCheck.problems(workflow)).isEmpty();
        assertThat(
                        walk(workflow)
                                .but(
                                        collecting("choice").first(2).says("skip"),
                                        collecting("choice").on(3).says("ask"))
                                .toEnd()
                                .completes()
                                .count(collecting("choice")))
                .isEqualTo(3);
    }

    @Test
    void a_rewind_by_one_turn_leads_to_the_last_completed_turn() {
        var level3 =
                CHECKED.withRecovery(
                        CHECKED.recovery()
                                .withRestartFrom(2)
                                .withRewindFrom(2)
                                .withStartOverFrom(10));
        var walk =
                walk(until(5, 1, level3))
                        .but(
                                collecting("issues").first(2).isRefused(),
                                agent("reviewer").first(12).fails(Fault.Kind.AUTHENTICATION),
                                agent("reviewer").fails(Fault.Kind.AGENT_FAILED))
                        .toEnd();
        var iterations =
                walk.phases()
                        .filter(phase -> phase.startsWith("iterate") && phase.endsWith("planning"));
        assertThat(iterations.size()).isGreaterThan(1);
        assertThat(iterations.distinct()).containsExactly("iterate.0.planning");
    }

    @Test
    void a_rewind_after_two_completed_turns_leads_to_the_second() {
        var level3 =
                CHECKED.withRecovery(
                        CHECKED.recovery()
                                .withRestartFrom(2)
                                .withRewindFrom(2)
                                .withStartOverFrom(10));
        var walk =
                walk(until(5, 1, level3))
                        .but(
                                collecting("development_result").first(3).says("partial"),
                                agent("reviewer").fails(Fault.Kind.AGENT_FAILED))
                        .toEnd();
        assertThat(
                        walk.phases()
                                .filter(
                                        phase ->
                                                phase.startsWith("iterate")
                                                        && phase.endsWith("planning"))
                                .take(3))
                .containsExactly("iterate.0.planning", "iterate.1.planning", "iterate.1.planning");
    }

    @Test
    void a_stage_can_only_run_until_what_one_of_its_steps_collects() {
        var plan =
                phase("plan", ask("planner", "plan", "good", "bad"))
                        .route("good", PROCEED)
                        .route("bad", PROCEED);
        assertThat(problems(new LoopCondition.Until(3, "plan", "good"), plan)).isEmpty();
        assertThat(problems(new LoopCondition.Until(3, "plan", "fine"), plan))
                .containsExactly("all: runs until plan says fine, but no step of it collects that");
        assertThat(problems(new LoopCondition.Until(3, "other", "good"), plan))
                .containsExactly(
                        "all: runs until other says good, but no step of it collects that");
        assertThat(problems(new LoopCondition.Until(-1, "plan", "good"), plan))
                .containsExactly("all: cannot run -1 times");
    }

    private static Vector<String> problems(LoopCondition turns, Phase... phases) {
        return WorkflowCheck.problems(
                        new Workflow(
                                "planted",
                                1,
                                Vector.of(new Stage("all", turns, phases(phases))),
                                POLICY.withRecovery(Policy.RecoveryPolicy.DEFAULT)))
                .map(Object::toString);
    }

    private static Workflow until(int iterations, int reviews, Policy policy) {
        return ralph(
                options ->
                        new Ralph.Options(
                                iterations,
                                reviews,
                                true,
                                options.gates(),
                                options.rebasing(),
                                options.care(),
                                options.fixCare(),
                                false),
                policy);
    }
}
