package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Retry;

import org.junit.jupiter.api.Test;

/** A driver dies and another takes the run up. */
class CrashRecoveryTest {

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

    private static DriverStarted restart(ScenarioRun walk) {
        return new DriverStarted(walk.state().header().epoch() + 1, walk.world().now());
    }
}
