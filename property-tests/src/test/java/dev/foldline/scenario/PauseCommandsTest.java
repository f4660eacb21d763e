package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Cursor;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** Pauses and aborts that the user requests. */
class PauseCommandsTest {
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
}
