package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.openingGate;
import static dev.foldline.scenario.EffectSelector.saving;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.gatedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Control.Cancel;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** Pauses and aborts that the user requests. */
class PauseCommandsTest {
    @Test
    void a_pause_lets_the_running_effect_finish() {
        var walk =
                walk(ralph(1, 0))
                        .during(agent("developer"))
                        .says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(walk.next().effect()).isInstanceOf(Await.class);
        walk.step()
                .nextIs("held: wait for the resume or the approval")
                .says(new Command.Resume())
                .toEnd()
                .completes()
                .does(0, agent("developer"));
    }

    @Test
    void an_urgent_pause_cancels_and_the_work_restarts_at_no_cost() {
        var walk =
                walk(ralph(1, 0)).during(agent("developer")).says(new Command.Pause(Urgency.NOW));
        assertThat(walk.next().effect())
                .isEqualTo(new Cancel(walk.state().header().ticket(), "stopped"));
        walk.step()
                .nextIs("held: wait for the resume or the approval")
                .says(new Command.Resume())
                .toEnd()
                .completes()
                .does(1, agent("developer"));
        assertThat(walk.state().usage().rewinds()).isZero();
    }

    @Test
    void a_run_that_is_frozen_and_paused_waits_for_both() {
        var walk =
                walk(ralph(1, 0))
                        .until(agent("planner"))
                        .says(CommandsTest.FREEZE)
                        .says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(
                        ((Wait) walk.next().effect())
                                .awaited()
                                .map(each -> each.getClass().getSimpleName()))
                .containsExactly("Resolution", "Resumption");
        walk.says(CommandsTest.APPROVE);
        assertThat(((Wait) walk.next().effect()).awaited())
                .containsExactly(new WaitCondition.Resumption());
        walk.says(new Command.Resume()).nextIs(agent("planner"));
    }

    @Test
    void the_phase_to_pause_before_survives_a_new_driver_and_applies_once() {
        var walk =
                walk(ralph(2, 0))
                        .says(new Command.SetUntil(Option.of("development")))
                        .during(agent("planner"))
                        .submit(new RunEvent.DriverStarted(2, ScenarioEnvironment.DAWN))
                        .toEnd();
        assertThat(((Wait) walk.next().effect()).awaited())
                .containsExactly(new WaitCondition.Resumption());
        assertThat(walk.state().phaseKey()).isEqualTo("iterate/development");
        assertThat(walk.state().cursor()).isInstanceOf(Cursor.Arrived.class);
        walk.does(0, agent("developer"))
                .says(new Command.Resume())
                .toEnd()
                .completes()
                .does(2, agent("developer"));
    }

    @Test
    void a_new_phase_to_pause_before_applies_from_the_next_arrival() {
        var walk =
                walk(ralph(2, 0))
                        .says(new Command.SetUntil(Option.of("development")))
                        .toEnd()
                        .says(new Command.SetUntil(Option.of("development")))
                        .says(new Command.Resume())
                        .toEnd();
        assertThat(walk.state().at().turn()).isEqualTo(1);
        walk.does(1, agent("developer"))
                .says(new Command.SetUntil(Option.of("commit")))
                .says(new Command.SetUntil(Option.none()))
                .says(new Command.Resume())
                .toEnd()
                .completes();
    }

    @Test
    void an_unknown_phase_to_pause_before_is_refused() {
        assertThat(walk(ralph(1, 0)).isRefused(new Command.SetUntil(Option.of("nowhere"))))
                .isEqualTo(
                        new Rejection(
                                Code.NOT_EXPECTED,
                                "The workflow ralph has no phase nowhere; it has start, planning,"
                                        + " development, commit, review, fix, final-validation"));
    }

    @Test
    void a_resume_is_refused_unless_the_run_is_paused() {
        assertThat(walk(ralph(1, 0)).isRefused(new Command.Resume()))
                .isEqualTo(
                        new Rejection(Code.INVALID_STATE_TRANSITION, "Cannot resume: not paused"));
    }

    @Test
    void aborting_cancels_the_running_effect_saves_the_work_and_ends() {
        var walk = walk(ralph(1, 0)).during(agent("developer")).says(new Command.Abort("enough"));
        assertThat(walk.next().effect()).isInstanceOf(Cancel.class);
        walk.toEnd().ends(new Outcome.Aborted("enough")).does(1, saving()).does(0, committing());
    }

    @Test
    void a_late_report_of_a_cancelled_tree_check_does_not_keep_an_aborted_run_from_ending() {
        var look =
                phase("look", git(GitOperation.INSPECT, "changed", "clean"))
                        .route("changed", new Route.Halt("look"))
                        .route("clean", Route.PROCEED);
        var walk =
                walk(new Workflow("look", 1, Vector.of(once("only", phases(look))), POLICY))
                        .during(EffectSelector.looking())
                        .says(new Command.Abort("enough"));
        walk.submit(
                        new GitEvent.TreeInspected(
                                walk.state().header().ticket(), Option.none(), "tree", "changed"))
                .toEnd()
                .ends(new Outcome.Aborted("enough"));
    }

    @Test
    void aborting_a_gated_paused_or_halted_run_ends_it() {
        walk(gatedRalph("planning"))
                .past(openingGate())
                .says(new Command.Abort("no"))
                .toEnd()
                .ends(new Outcome.Aborted("no"));
        walk(ralph(1, 0))
                .says(new Command.Pause(Urgency.WHEN_DONE))
                .says(new Command.Abort("no"))
                .toEnd()
                .ends(new Outcome.Aborted("no"));
        walk(ralph(1, 0))
                .but(collecting("plan").isRefused())
                .toEnd()
                .halts(Fault.Kind.OUTPUT_INVALID)
                .says(new Command.Abort("no"))
                .toEnd()
                .ends(new Outcome.Aborted("no"));
    }

    @Test
    void a_later_pause_does_not_take_back_that_it_is_urgent() {
        var walk =
                walk(ralph(1, 0))
                        .during(agent("developer"))
                        .says(new Command.Pause(Urgency.NOW))
                        .says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(walk.state().lifecycle()).isEqualTo(new Lifecycle.Paused(Urgency.NOW));
    }
}
