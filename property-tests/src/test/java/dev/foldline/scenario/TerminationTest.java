package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.saving;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Usage.Repeats;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.builtin.Ralph;

import org.junit.jupiter.api.Test;

/** How a run ends, and what it does before. */
class TerminationTest {

    @Test
    void S3_19_loop_recovery_keeps_the_limits_and_resets_the_counts() {
        var stubborn =
                ralph(
                        options ->
                                new Ralph.Options(
                                        1,
                                        0,
                                        false,
                                        options.gates(),
                                        options.rebasing(),
                                        options.care().withOutputsMax(5_000),
                                        options.fixCare(),
                                        false),
                        POLICY.withLimits(Limits.DEFAULT.withIdenticalMax(20)));
        var walk =
                walk(stubborn)
                        .but(collecting("development_result").isRefused())
                        .until(agent("recoverer"));
        walk.does(20, agent("analyst"));
        assertThat(walk.state().usage().repeats()).isEqualTo(Repeats.NONE);
        assertThat(walk.state().usage().tally().outputs()).isZero();
        assertThat(walk.state().policy()).isEqualTo(stubborn.policy());
    }

    @Test
    void S3_19_a_fingerprint_ignores_counters_and_distinguishes_positions() {
        var calls =
                walk(ralph(2, 0))
                        .but(collecting("plan").on(1).isRefused())
                        .toEnd()
                        .effects(InvokeAgent.class)
                        .filter(call -> call.role().equals("planner"));
        assertThat(calls.map(InvokeAgent::key).distinct()).hasSize(3);
        assertThat(calls.map(InvokeAgent::fingerprint).distinct()).hasSize(2);
    }

    @Test
    void S3_20_the_work_is_saved_before_the_run_completes() {
        var walk = walk(ralph(1, 0)).toEnd().completes().does(1, saving());
        assertThat(walk.beats().last().effect())
                .isInstanceOfSatisfying(
                        SaveWork.class,
                        save -> assertThat(save.outcome()).contains(Outcome.COMPLETED));
    }

    @Test
    void S3_20_uncommitted_work_of_the_iterations_is_committed_before_the_final_validation() {
        walk(ralph(0, 0))
                .but(EffectSelector.looking().says("changed"))
                .toEnd()
                .completes()
                .does(1, committing().in("finish", 0));
    }

    @Test
    void S3_20_the_work_is_saved_before_the_run_halts_or_fails() {
        walk(ralph(1, 0))
                .but(committing().fails(Fault.Kind.COMMIT_REJECTED))
                .toEnd()
                .halts(Fault.Kind.COMMIT_REJECTED)
                .does(1, saving());
        walk(ralph(1, 0))
                .until(agent("planner"))
                .says(new Command.Abort("enough"))
                .toEnd()
                .does(1, saving());
    }

    @Test
    void S3_20_a_stop_saves_nothing_and_a_resume_forgets_it() {
        var walk =
                walk(ralph(1, 0))
                        .during(agent("developer"))
                        .says(new Command.Pause(Urgency.NOW))
                        .toEnd()
                        .does(0, saving());
        walk.nextIs("held: wait for the resume or the approval").says(new Command.Resume());
        walk.toEnd().completes().does(1, saving()).does(1, committing());
    }

    @Test
    void S3_21_saving_is_tried_three_times_and_the_end_stays_what_it_was() {
        walk(ralph(1, 0)).but(saving().fails(Fault.Kind.GIT)).toEnd().completes().does(3, saving());
        walk(ralph(1, 0))
                .but(saving().fails(Fault.Kind.GIT))
                .until(agent("planner"))
                .says(new Command.Abort("no"))
                .toEnd()
                .ends(new Outcome.Aborted("no"))
                .does(3, saving());
    }

    @Test
    void S3_21_a_halt_whose_work_cannot_be_saved_still_waits_for_the_user() {
        walk(ralph(1, 0))
                .but(saving().fails(Fault.Kind.GIT), committing().fails(Fault.Kind.CONFLICT))
                .toEnd()
                .halts(Fault.Kind.CONFLICT)
                .does(3, saving());
    }

    @Test
    void S3_21_a_retry_by_the_user_renews_the_three_attempts_to_save() {
        walk(ralph(1, 0))
                .but(
                        saving().first(5).fails(Fault.Kind.GIT),
                        committing().fails(Fault.Kind.CONFLICT))
                .toEnd()
                .does(3, saving())
                .says(new Command.RetryHalted())
                .toEnd()
                .halts(Fault.Kind.CONFLICT)
                .does(6, saving());
    }

    @Test
    void S3_23_the_state_is_the_fold_of_the_log_at_every_point_of_a_run() {
        var walk =
                walk(ralph(2, 1))
                        .but(
                                collecting("issues").says("issues"),
                                committing().first(5).fails(Fault.Kind.GIT))
                        .toEnd()
                        .completes();
        var folded =
                walk.log()
                        .tail()
                        .foldLeft(Pipeline.start((RunStarted) walk.log().head()), Pipeline::reduce);
        assertThat(folded).isEqualTo(walk.state()).hasSameHashCodeAs(walk.state());
    }
}
