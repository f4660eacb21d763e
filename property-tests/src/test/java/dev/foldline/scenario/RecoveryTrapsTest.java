package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Position;

import org.junit.jupiter.api.Test;

/**
 * The bugs of an earlier design that had to do with going back, B1 to B10: none of them can come
 * back.
 */
class RecoveryTrapsTest {

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
}
