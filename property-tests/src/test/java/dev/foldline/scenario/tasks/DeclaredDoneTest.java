package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.observing;
import static dev.foldline.scenario.tasks.TaskTest.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/**
 * A terminal whose work is declared done.
 *
 * <pre>
 * state of the task            | declared by a user        | by a commit
 * before its call, or waiting  | the call is skipped       | the same
 * the call is in progress      | it is cancelled           | the same
 * its call has ended           | refused                   | refused
 * another terminal's turn      | refused                   | refused
 * the error terminal works     | refused                   | refused
 * halted                       | it continues without call | refused
 * paused                       | recorded; resume follows  | the same
 * ended                        | refused                   | refused
 * </pre>
 */
class DeclaredDoneTest {
    private static Command done(String terminal) {
        return new Command.DeclareDone(terminal, Option.none());
    }

    private static Command committed(String terminal) {
        return new Command.DeclareDone(terminal, Option.of("c-by-hand"));
    }

    private static ScenarioRun called() {
        return task("developer", "reviewer").during(agent("developer"));
    }

    @Test
    void S1_34_a_call_in_progress_is_cancelled_and_its_work_is_observed_and_committed() {
        var walk = called().says(committed("developer")).nextIs("cancel the running effect");
        walk.toEnd().completes();
        assertThat(walk.count(agent("developer"))).as("called again").isZero();
        assertThat(walk.count(observing("developer"))).isEqualTo(1);
        assertThat(walk.state().usage().rewinds()).as("nothing failed").isZero();
    }

    @Test
    void S1_34_a_terminal_that_waits_for_its_turn_is_not_called() {
        var walk = task("developer", "reviewer").until(agent("developer")).says(done("developer"));
        walk.toEnd().completes();
        assertThat(walk.count(agent("developer"))).isZero();
        assertThat(walk.count(agent("reviewer"))).isEqualTo(1);
    }

    @Test
    void S1_39_a_second_declaration_and_a_known_commit_are_refused() {
        var walk = called().says(done("developer"));
        assertThat(walk.isRefused(done("developer")).code()).isEqualTo(Code.ALREADY_PROCESSED);
        assertThat(walk.isRefused(committed("developer")).code()).isEqualTo(Code.ALREADY_PROCESSED);
    }
}
