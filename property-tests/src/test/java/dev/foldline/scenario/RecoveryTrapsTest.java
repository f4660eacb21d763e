package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.cleaning;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.entering;
import static dev.foldline.scenario.EffectSelector.looking;
import static dev.foldline.scenario.EffectSelector.saving;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.UNMENDED;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.WorkflowCheck;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/**
 * The bugs of an earlier design that had to do with going back, B1 to B10: none of them can come
 * back.
 */
class RecoveryTrapsTest {

    @Test
    void B1_recovering_a_commit_in_the_first_iteration_keeps_all_others() {
        var walk =
                walk(ralph(5, 2))
                        .but(committing().on(1).fails(Fault.Kind.GIT))
                        .toEnd()
                        .completes()
                        .does(6, committing());
        assertThat(walk.phases()).containsExactlyElementsOf(walk(ralph(5, 2)).toEnd().phases());
    }

    @Test
    void B1_recovering_a_commit_that_starts_its_phase_again_keeps_them_too() {
        var walk =
                walk(ralph(5, 2))
                        .but(committing().first(4).fails(Fault.Kind.GIT))
                        .toEnd()
                        .completes();
        assertThat(walk.phases().distinct())
                .containsExactlyElementsOf(walk(ralph(5, 2)).toEnd().phases());
        assertThat(walk.state().ledger().commits()).hasSize(5);
    }

    @Test
    void B2_resuming_within_a_commit_keeps_all_other_iterations() {
        var walk = walk(ralph(5, 2)).until(collecting("commit_message"));
        var resumed =
                walk.log()
                        .tail()
                        .foldLeft(Pipeline.start((RunStarted) walk.log().head()), Pipeline::reduce);
        assertThat(resumed).isEqualTo(walk.state());
        walk.submit(new DriverStarted(1, walk.world().now()))
                .toEnd()
                .completes()
                .does(5, committing())
                .does(2, agent("reviewer"));
    }

    @Test
    void B3_a_stopped_run_continues_where_it_was_stopped() {
        var walk =
                walk(ralph(3, 1))
                        .during(agent("developer").in("iterate", 1))
                        .says(new Command.Pause(Urgency.NOW))
                        .toEnd();
        assertThat(walk.state().at()).isEqualTo(new Position(1, 1, 1, 0));
        walk.submit(new DriverStarted(1, walk.world().now()))
                .says(new Command.Resume())
                .toEnd()
                .completes();
        assertThat(walk.phases()).containsExactlyElementsOf(walk(ralph(3, 1)).toEnd().phases());
    }

    @Test
    void B4_the_fourth_level_is_reached_and_success_means_that_the_failed_commit_was_made() {
        var walk =
                walk(ralph(4, 0))
                        .but(
                                committing()
                                        .in("iterate", 3)
                                        .first(11)
                                        .fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd()
                        .completes();
        assertThat(walk.recoveries())
                .containsExactly(
                        "(1,1)", "(2,1)", "(3,1)", "(4,2)", "(5,2)", "(6,2)", "(7,3)", "(8,3)",
                        "(9,3)", "(10,4)", "(11,4)", "(0,0)");
        assertThat(walk.recorded().map(each -> each.level() + " after " + each.attempts()))
                .containsExactly("4 after 11");
    }

    @Test
    void B4_planning_that_succeeds_after_a_rewind_clears_no_counter() {
        var refused = committing().in("iterate", 3);
        var walk =
                walk(ralph(4, 0))
                        .but(refused.first(7).fails(Fault.Kind.COMMIT_REJECTED))
                        .past(refused);
        for (int attempt = 2; attempt <= 7; attempt++) walk.past(refused);
        walk.until(entering("commit").in("iterate", 3));
        assertThat(walk.state().slots().recovery())
                .isInstanceOfSatisfying(
                        Recovery.Watching.class,
                        watching -> assertThat(watching.failure().attempts()).isEqualTo(7));
        walk.past(refused).nextIs("record the recovery");
    }

    @Test
    void B5_a_commit_that_is_always_refused_escalates_and_ends_with_the_user() {
        var walk =
                walk(ralph(5, 2))
                        .but(committing().fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd()
                        .halts(Fault.Kind.COMMIT_REJECTED);
        assertThat(walk.recoveries())
                .containsExactly(
                        "(1,1)", "(2,1)", "(3,1)", "(4,2)", "(5,2)", "(6,2)", "(7,3)", "(8,3)",
                        "(9,3)", "(10,4)", "(11,4)", "(12,4)");
        walk.does(13, committing());
        assertThat(walk.count(agent("committer"))).isLessThanOrEqualTo(10);
    }

    @Test
    void B6_two_phases_cannot_route_to_each_other_endlessly() {
        var walk =
                walk(ralph(2, 2))
                        .but(looking().says("changed"), collecting("issues").says("issues"))
                        .toEnd()
                        .completes();
        assertThat(walk.phases().distinct()).hasSameSizeAs(walk.phases());
    }

    @Test
    void B6_every_rewind_raises_one_count_that_is_limited() {
        var walk =
                walk(checkedRalph(2, 1))
                        .but(committing().fails(Fault.Kind.GIT), collecting("plan").isRefused())
                        .toEnd();
        var counts = walk.beats().map(beat -> beat.before().usage().rewinds());
        assertThat(counts.zip(counts.tail()).map(pair -> pair._2() - pair._1()))
                .allMatch(rise -> rise == 0 || rise == 1);
        assertThat((long) walk.beats().size())
                .isLessThan(EffectBound.effects(walk.state().workflow()));
    }

    @Test
    void B7_an_empty_chain_is_found_before_the_run_and_halts_it_within() {
        var empty = POLICY.withRoles(POLICY.roles().put("committer", Vector.empty()));
        assertThat(WorkflowCheck.problems(ralph(1, 0, empty)).map(Object::toString))
                .contains("iterate/commit: role committer has no agents");
        walk(ralph(1, 0, empty))
                .but(agent("committer").fails(Fault.Kind.ROLE_EMPTY))
                .toEnd()
                .halts(Fault.Kind.ROLE_EMPTY)
                .does(1, agent("committer"));
    }

    @Test
    void B8_an_analysis_that_is_retried_never_calls_the_developer_again() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                agent("analyst").on(1).fails(Fault.Kind.TIMEOUT),
                                collecting("development_result").on(1).isRefused());
        walk.toEnd().completes().does(1, agent("developer")).does(3, agent("analyst"));
    }

    @Test
    void B8_a_fresh_result_is_never_cleaned_away() {
        var walk =
                walk(ralph(1, 0))
                        .but(agent("analyst").on(1).fails(Fault.Kind.TIMEOUT))
                        .past(agent("analyst"))
                        .past(agent("analyst"));
        walk.nextIs(collecting("development_result")).step();
        var later = walk.count(cleaning());
        assertThat(
                        walk.toEnd()
                                .beats(cleaning())
                                .drop(later)
                                .map(beat -> ((CleanArtifacts) beat.effect()).artifacts()))
                .noneMatch(cleaned -> cleaned.contains("development_result"));
    }

    @Test
    void B9_a_spent_chain_and_a_dirty_tree_end_with_the_work_saved() {
        var walk =
                walk(ralph(1, 0, UNMENDED))
                        .but(agent("committer").fails(Fault.Kind.AGENT_FAILED))
                        .toEnd()
                        .halts(Fault.Kind.AGENT_FAILED);
        walk.does(1, saving()).does(0, committing());
        assertThat(walk.beats().last().words()).isEqualTo("save work");
    }

    @Test
    void B9_a_chain_is_spent_by_its_own_role_only() {
        var walk =
                walk(ralph(1, 0))
                        .but(agent("developer").first(3).fails(Fault.Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("developer").last()).isEqualTo("developer-b");
        assertThat(walk.agents("analyst")).containsExactly("analyst-a");
        assertThat(walk.agents("committer")).containsExactly("committer-a");
    }

    @Test
    void B10_silence_and_a_timeout_with_output_are_different_faults() {
        assertThat(Fault.Kind.NO_OUTPUT.remedy()).isEqualTo(Fault.Remedy.NEXT_AGENT);
        assertThat(Fault.Kind.TIMEOUT.remedy()).isEqualTo(Fault.Remedy.SAME_AGENT);
        assertThat(
                        walk(ralph(1, 0))
                                .but(agent("planner").on(1).fails(Fault.Kind.NO_OUTPUT))
                                .toEnd()
                                .agents("planner"))
                .containsExactly("planner-a", "planner-b");
        walk(ralph(1, 0)).toEnd().does(4, anyAgent()).does(1, entering("planning"));
    }
}
