package dev.foldline.scenario.tdd;

import static dev.foldline.law.tdd.SuccessfulOutcomes.failed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;

/** Whom the engine calls for {@code tdd}, with what, and what it does itself: event by event. */
class RunResultTest {

    private static Option<Event> testsFail(Effect effect, long ticket) {
        return effect instanceof RunCheck check && check.check().equals(Tdd.TEST)
                ? Option.of(failed(check, ticket))
                : Option.none();
    }

    private static Option<Event> nothing(Effect effect, long ticket) {
        return Option.none();
    }

    /** Its GREEN step has failed so often. */
    private static ScriptedDrivenRun failing(int failures) {
        var run = ScriptedDrivenRun.planned("GREEN").unless(RunResultTest::testsFail);
        for (int i = 0; i < failures; i++) run.tests("PASS", "test");
        run.story();
        return run;
    }

    @Test
    void the_driven_workflow_is_valid_and_has_the_phases_of_the_pulled_one() {
        var driven = DrivenTdd.workflow(Tdd.Options.DEFAULT, ScriptedDrivenRun.POLICY);
        var pulled = Tdd.workflow(Tdd.Options.DEFAULT, ScriptedDrivenRun.POLICY);
        assertThat(WorkflowCheck.problems(driven)).isEmpty();
        assertThat(EffectBound.effects(driven)).isPositive();
        assertThat(
                        driven.stages()
                                .map(
                                        stage ->
                                                stage.id()
                                                        + stage.turns()
                                                        + stage.phases().map(phase -> phase.id())))
                .isEqualTo(
                        pulled.stages()
                                .map(
                                        stage ->
                                                stage.id()
                                                        + stage.turns()
                                                        + stage.phases().map(phase -> phase.id())));
        assertThat(DrivenTdd.is(driven)).isTrue();
        assertThat(DrivenTdd.is(pulled)).isFalse();
    }

    @Test
    void the_next_pull_request_is_planned_before_the_branch_is_made() {
        assertThat(ScriptedDrivenRun.planned("RED", "GREEN").story())
                .containsExactly(
                        "initialize: EnterPhase (INITIALIZING)",
                        "initialize: CleanArtifacts (INITIALIZING)",
                        "initialize: RenderPrompt (INITIALIZING)",
                        "initialize: call first (INITIALIZING)",
                        "initialize: take submission (INITIALIZING)",
                        "initialize: take active_pr (INITIALIZING)",
                        "branch: EnterPhase (CREATING_BRANCH)",
                        "branch: OpenBranch (CREATING_BRANCH)",
                        "red: EnterPhase (EXECUTING_TDD)",
                        "red: CleanArtifacts (EXECUTING_TDD)",
                        "red: RenderPrompt (EXECUTING_TDD)",
                        "red: call first (EXECUTING_TDD)");
    }

    @Test
    void a_red_step_is_tested_then_analyzed() {
        var run = ScriptedDrivenRun.planned("RED", "GREEN");
        run.story();
        assertThat(run.tests("FAIL", "npm test").story())
                .containsExactly(
                        "red: take submission (EXECUTING_TDD)",
                        "red: test_command must FAIL [npm test] (EXECUTING_TDD)",
                        "red: CleanArtifacts (EXECUTING_TDD)",
                        "red: RenderPrompt (EXECUTING_TDD)",
                        "red: call first (EXECUTING_TDD)");
        assertThat(run.decides("SUCCESS").story())
                .startsWith(
                        "red: take submission (EXECUTING_TDD)",
                        "done: EnterPhase (EXECUTING_TDD)",
                        "green: EnterPhase (EXECUTING_TDD)");
    }

    @Test
    void a_test_that_failed_for_the_wrong_reason_is_written_again_and_counts() {
        var run = ScriptedDrivenRun.planned("RED").tests("FAIL", "npm test");
        run.story();
        assertThat(run.decides("FAILURE").story())
                .containsExactly(
                        "red: take submission (EXECUTING_TDD)",
                        "red: CleanArtifacts (DEBUGGING)",
                        "red: RenderPrompt (DEBUGGING)",
                        "red: call first (DEBUGGING)");
        assertThat(run.state().failures()).isEqualTo(1);
        assertThat(run.account().lastError().get().words()).startsWith("Analysis failed");
        assertThat(run.tests("FAIL", "npm test").story())
                .contains("red: test_command must FAIL [npm test] (DEBUGGING)");
    }

    @Test
    void a_green_step_needs_its_test_and_the_preflight_and_is_committed_by_the_engine() {
        var run = ScriptedDrivenRun.planned("GREEN", "GREEN");
        run.story();
        assertThat(run.tests("PASS", "npm test").story())
                .containsExactly(
                        "green: take submission (EXECUTING_TDD)",
                        "green: test_command must PASS [npm test] (EXECUTING_TDD)",
                        "green: preflight must PASS [npm run preflight] (EXECUTING_TDD)",
                        "done: EnterPhase (EXECUTING_TDD)",
                        "checkpoint: EnterPhase (EXECUTING_TDD)",
                        "checkpoint: CommitWork (EXECUTING_TDD)",
                        "green: EnterPhase (EXECUTING_TDD)",
                        "green: CleanArtifacts (EXECUTING_TDD)",
                        "green: RenderPrompt (EXECUTING_TDD)",
                        "green: call first (EXECUTING_TDD)");
    }

    @Test
    void the_count_of_failures_continues_across_the_submissions_of_agents() {
        var run = failing(3);
        assertThat(run.state().failures()).isEqualTo(3);
        assertThat(run.account().status()).isEqualTo(TddStatus.DEBUGGING);
        run.unless(RunResultTest::nothing).tests("PASS", "test");
        assertThat(run.state().failures()).isZero();
        assertThat(run.account().lastError()).isEmpty();
    }

    @Test
    void the_count_of_failures_continues_across_failed_calls_and_other_agents() {
        var run = failing(2);
        run.unless(
                (effect, ticket) ->
                        effect instanceof InvokeAgent call && call.agent().equals("first")
                                ? Option.of(
                                        new AgentFailed(
                                                ticket,
                                                Fault.of(Fault.Kind.AUTHENTICATION, "no"),
                                                Option.none(),
                                                Spend.NOTHING,
                                                Instant.EPOCH))
                                : testsFail(effect, ticket));
        run.tests("PASS", "test").tests("PASS", "test");
        assertThat(run.story()).contains("green: call second (DEBUGGING)");
        assertThat(run.state().failures()).isEqualTo(4);
    }

    @Test
    void the_command_that_failed_first_has_to_pass_too() {
        var run =
                ScriptedDrivenRun.planned("GREEN")
                        .unless(RunResultTest::testsFail)
                        .tests("PASS", "all")
                        .unless(RunResultTest::nothing);
        run.story();
        assertThat(run.tests("PASS", "one").story())
                .contains("green: test_command must PASS [all, one] (DEBUGGING)");
    }

    @Test
    void a_locked_tool_is_an_unusable_output_and_no_failure() {
        var run = failing(5);
        assertThat(run.answers(Tdd.REDUCE_SCOPE, LinkedHashMap.empty()).story())
                .containsExactly(
                        "green: take submission (DEBUGGING)",
                        "green: CleanArtifacts (DEBUGGING)",
                        "green: RenderPrompt (DEBUGGING)",
                        "green: call first (DEBUGGING)");
        assertThat(run.state().failures()).isEqualTo(5);
        assertThat(run.state().ledger().lastFault().get().kind())
                .isEqualTo(Fault.Kind.OUTPUT_INVALID);
    }

    @Test
    void a_submission_without_its_test_is_an_unusable_output() {
        var run = ScriptedDrivenRun.planned("GREEN").answers("PASS", LinkedHashMap.empty());
        assertThat(run.state().ledger().lastFault().get().message())
                .isEqualTo("it lacks test_command");
        assertThat(run.state().failures()).isZero();
    }

    @Test
    void reducing_the_scope_saves_and_resets_and_the_rest_is_planned_again() {
        var run = failing(6);
        assertThat(run.answers(Tdd.REDUCE_SCOPE, LinkedHashMap.empty()).story())
                .containsExactly(
                        "green: take submission (DEBUGGING)",
                        "replan: EnterPhase (DEBUGGING)",
                        "replan: ResetTree (DEBUGGING)",
                        "replan: CleanArtifacts (REPLANNING)",
                        "replan: RenderPrompt (REPLANNING)",
                        "replan: call first (REPLANNING)");
        assertThat(run.submits().story())
                .startsWith(
                        "replan: take submission (REPLANNING)",
                        "replan: take active_pr (REPLANNING)",
                        "green: EnterPhase (EXECUTING_TDD)");
        assertThat(run.account().replans()).isEqualTo(1);
    }

    @Test
    void escalating_halts_with_the_submitted_report() {
        var run = failing(10).answers(Tdd.ESCALATE, LinkedHashMap.of("markdown_report", "report"));
        assertThat(run.account().status()).isEqualTo(TddStatus.HALTED);
        assertThat(run.state().slots().recovery())
                .isInstanceOfSatisfying(
                        Recovery.Halted.class,
                        halted ->
                                assertThat(halted.failure().fault().output()).contains("content"));
    }

    @Test
    void a_plan_with_nothing_left_ends_the_run_before_anything_is_touched() {
        var run = new ScriptedDrivenRun().answers(DrivenTdd.NOTHING_LEFT, LinkedHashMap.empty());
        assertThat(run.story())
                .noneMatch(line -> line.contains("OpenBranch"))
                .endsWith("initialize: SaveWork (INITIALIZING)");
        assertThat(run.state().lifecycle()).isEqualTo(new Lifecycle.Ended(new Outcome.Completed()));
    }

    @Test
    void the_engine_makes_the_one_commit_and_the_agent_marks_the_plan() {
        var run = ScriptedDrivenRun.planned("GREEN");
        run.story();
        run.tests("PASS", "test");
        assertThat(run.story())
                .containsSequence(
                        List.of(
                                "review: EnterPhase (EXECUTING_TDD)",
                                "review: CleanArtifacts (CODE_REVIEW)",
                                "review: review must PASS [npm run review] (CODE_REVIEW)",
                                "review: take review (CODE_REVIEW)",
                                "finalize: EnterPhase (AWAITING_FINALIZATION)",
                                "finalize: GatherWork (AWAITING_FINALIZATION)",
                                "finalize: CommitWork (AWAITING_FINALIZATION)",
                                "finalize: CountCommits (AWAITING_FINALIZATION)",
                                "update-plan: EnterPhase (FINALIZE_COMPLETE)",
                                "update-plan: CleanArtifacts (FINALIZE_COMPLETE)",
                                "update-plan: RenderPrompt (FINALIZE_COMPLETE)",
                                "update-plan: call first (FINALIZE_COMPLETE)"));
        assertThat(run.submits().story())
                .containsExactly(
                        "update-plan: take submission (FINALIZE_COMPLETE)",
                        "update-plan: InspectTree (FINALIZE_COMPLETE)",
                        "update-plan: CommitWork (FINALIZE_COMPLETE)",
                        "merge: EnterPhase (PLAN_UPDATED)",
                        "merge: MergeBranch (MERGING_BRANCH)",
                        "end: SaveWork (INITIALIZING)");
    }

    @Test
    void a_branch_that_is_not_one_commit_waits_for_the_user() {
        var run =
                ScriptedDrivenRun.planned("GREEN")
                        .unless(
                                (effect, ticket) ->
                                        effect instanceof GitEffect.CountCommits
                                                ? Option.of(
                                                        new EffectFailed(
                                                                ticket,
                                                                Fault.of(
                                                                        Fault.Kind.CHECK_FAILED,
                                                                        "it has 0")))
                                                : Option.none())
                        .tests("PASS", "test");
        assertThat(run.account().status()).isEqualTo(TddStatus.HALTED);
        assertThat(run.account().lastError().get().words()).contains("it has 0");
    }
}
