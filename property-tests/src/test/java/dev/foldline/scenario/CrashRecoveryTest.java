package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.EffectSelector.reconciling;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Retry;

import org.junit.jupiter.api.Test;

/** A driver dies and another takes the run up. */
class CrashRecoveryTest {

    @Test
    void the_running_effect_of_a_dead_driver_is_unknown_and_reconciled_first() {
        var walk = walk(ralph(1, 0)).during(committing());
        var effect = walk.state().slots().inFlight().running().get();
        walk.submit(restart(walk)).nextIs("check whether the effect happened");
        assertThat(walk.next().effect())
                .isEqualTo(new Reconcile(walk.state().header().ticket(), effect));
    }

    @Test
    void a_start_that_was_not_done_is_undone_exactly() {
        var walk = walk(ralph(1, 0)).until(committing());
        var before = walk.state();
        walk.during(committing())
                .submit(restart(walk))
                .submit(new NotDone(before.header().ticket()));
        assertThat(ageless(walk.state())).isEqualTo(ageless(before));
        walk.toEnd().completes().does(1, committing());
    }

    @Test
    void the_start_of_a_child_that_was_not_done_is_undone_exactly() {
        var spawning = EffectSelector.of(SpawnChild.class::isInstance);
        var walk = ChildRunLauncherTest.parent("one").until(spawning);
        var before = walk.state();
        walk.during(spawning);
        assertThat(walk.state().items().list("tasks").head().status())
                .isEqualTo(new Item.Running(before.header().ticket()));
        walk.submit(restart(walk)).submit(new NotDone(before.header().ticket()));
        assertThat(ageless(walk.state())).isEqualTo(ageless(before));
    }

    @Test
    void an_effect_that_was_done_is_not_done_again() {
        var walk = walk(ralph(1, 0)).during(committing());
        walk.submit(restart(walk))
                .submit(walk.world().answering(walk.state().header().ticket()).committed())
                .toEnd()
                .completes()
                .does(0, committing());
        assertThat(walk.state().ledger().commits()).hasSize(1);
    }

    @Test
    void a_crash_without_a_running_effect_changes_only_the_driver_number() {
        var walk = walk(ralph(1, 0)).until(collecting("plan"));
        var before = walk.state();
        assertThat(ageless(walk.submit(restart(walk)).state())).isEqualTo(ageless(before));
        assertThat(walk.state().header().epoch()).isEqualTo(1);
    }

    @Test
    void a_live_driver_ignores_a_report_that_its_effect_was_not_done() {
        var walk = walk(ralph(1, 0)).during(committing());
        assertThat(Pipeline.reduce(walk.state(), new NotDone(walk.state().header().ticket())))
                .isSameAs(walk.state());
        assertThat(walk.next().effect()).isInstanceOf(Await.class);
    }

    @Test
    void a_start_of_a_driver_that_is_not_the_next_changes_nothing() {
        var walk = walk(ralph(1, 0)).during(committing());
        assertThat(Pipeline.reduce(walk.state(), new DriverStarted(2, ScenarioEnvironment.DAWN)))
                .isSameAs(walk.state());
        assertThat(Pipeline.reduce(walk.state(), new DriverStarted(0, ScenarioEnvironment.DAWN)))
                .isSameAs(walk.state());
    }

    @Test
    void a_second_crash_before_the_reconciliation_leaves_the_effect_unknown() {
        var walk = walk(ralph(1, 0)).during(committing());
        walk.submit(restart(walk)).submit(restart(walk));
        assertThat(walk.state().slots().inFlight()).isInstanceOf(InFlight.Unknown.class);
        walk.toEnd().completes().does(1, reconciling()).does(1, committing());
    }

    @Test
    void a_lost_call_is_restarted_with_its_agent_and_costs_one_rewind() {
        var walk = walk(ralph(1, 0)).during(agent("developer"));
        walk.submit(restart(walk))
                .submit(
                        new EffectFailed(
                                walk.state().header().ticket(),
                                Fault.of(Fault.Kind.LOST, "its driver died")));
        assertThat(walk.state().slots().retry())
                .isInstanceOfSatisfying(
                        Retry.Due.class,
                        due -> assertThat(due.setback().kind()).isEqualTo(Retry.Kind.RESTART));
        walk.toEnd().completes();
        assertThat(walk.agents("developer")).containsExactly("developer-a");
        assertThat(walk.state().usage().rewinds()).isEqualTo(1);
    }

    @Test
    void a_crash_loses_no_mode() {
        var walk =
                walk(ralph(1, 0))
                        .but(collecting("plan").on(1).isRefused())
                        .past(collecting("plan"))
                        .past(prompting("planner"));
        var retrying = walk.state().slots().retry();
        walk.during(agent("planner"))
                .submit(restart(walk))
                .submit(new NotDone(walk.state().header().ticket()));
        assertThat(walk.state().slots().retry())
                .isEqualTo(retrying)
                .isInstanceOf(Retry.Running.class);
        walk.nextIs(agent("planner"));
    }

    @Test
    void an_unknown_effect_outranks_a_pause_and_an_end() {
        var walk = walk(ralph(1, 0)).during(committing());
        walk.submit(restart(walk))
                .says(new Command.Abort("enough"))
                .nextIs("check whether the effect happened")
                .toEnd()
                .does(0, committing());
    }

    private static DriverStarted restart(ScenarioRun walk) {
        return new DriverStarted(walk.state().header().epoch() + 1, walk.world().now());
    }

    /** Apart from the driver's number. */
    private static PipelineState ageless(PipelineState state) {
        return state.withHeader(state.header().withEpoch(0));
    }
}
