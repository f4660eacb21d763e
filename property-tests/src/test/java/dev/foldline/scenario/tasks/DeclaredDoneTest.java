package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.observing;
import static dev.foldline.scenario.tasks.TaskTest.mendedTask;
import static dev.foldline.scenario.tasks.TaskTest.statuses;
import static dev.foldline.scenario.tasks.TaskTest.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.scenario.ScenarioEnvironment;
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
    void a_terminal_whose_agent_is_limited_need_not_wait_for_the_limit() {
        var walk =
                task("developer", "reviewer")
                        .but(agent("developer").fails(Fault.Kind.RATE_LIMIT))
                        .until(agent("developer"))
                        .step()
                        .says(done("developer"))
                        .nextIs(observing("developer"));
        assertThat(walk.count(agent("developer"))).isEqualTo(1);
    }

    @Test
    void a_failed_terminal_that_the_user_declares_done_is_not_called_again() {
        var walk =
                task("developer", "reviewer")
                        .but(agent("developer").fails(Fault.Kind.AGENT_FAILED))
                        .toEnd()
                        .halts(Fault.Kind.AGENT_FAILED);
        int calls = walk.count(agent("developer"));
        assertThat(walk.isRefused(committed("developer")).message())
                .as("a commit does not outweigh whatever made it wait for the user")
                .isEqualTo("The task waits for the user");
        walk.says(done("developer")).toEnd().completes();
        assertThat(walk.count(agent("developer"))).isEqualTo(calls);
        assertThat(statuses(walk)).containsOnly(TerminalStatus.COMPLETED);
    }

    @Test
    void a_violation_by_the_stopped_agent_still_halts_the_task() {
        var walk =
                task("developer", "reviewer")
                        .during(agent("developer"))
                        .says(committed("developer"));
        walk.submit(
                        new AgentEvent.AgentFailed(
                                walk.state().header().ticket(),
                                Fault.of(Fault.Kind.TRESPASS, "moved main"),
                                Option.none(),
                                ScenarioEnvironment.A_SECOND,
                                walk.world().now()))
                .toEnd()
                .halts(Fault.Kind.TRESPASS);
        assertThat(walk.state().ledger().declaredDone()).isEmpty();
        assertThat(walk.count(observing("developer"))).isZero();
    }

    @Test
    void only_the_terminal_whose_turn_it_is_can_be_declared_done() {
        var walk = called();
        assertThat(walk.isRefused(done("reviewer")).message())
                .isEqualTo("It is not the turn of reviewer yet");
        assertThat(walk.isRefused(done("tester")).message())
                .isEqualTo("There is no terminal tester");
        walk.step();
        assertThat(walk.isRefused(done("developer")).code())
                .as("its call has ended")
                .isEqualTo(Code.ALREADY_PROCESSED);
        walk.during(agent("reviewer"));
        assertThat(walk.isRefused(done("developer")).code()).isEqualTo(Code.ALREADY_PROCESSED);
        walk.step().toEnd().completes();
        assertThat(walk.isRefused(done("reviewer")).code()).isEqualTo(Code.ENDED);
    }

    @Test
    void S1_39_a_second_declaration_and_a_known_commit_are_refused() {
        var walk = called().says(done("developer"));
        assertThat(walk.isRefused(done("developer")).code()).isEqualTo(Code.ALREADY_PROCESSED);
        assertThat(walk.isRefused(committed("developer")).code()).isEqualTo(Code.ALREADY_PROCESSED);
    }

    @Test
    void the_error_terminal_finishes_before_the_failed_one_can_be_declared_done() {
        var walk =
                mendedTask("developer")
                        .but(observing("developer").first(1).says("failed"))
                        .during(agent("error"));
        assertThat(walk.state().slots().recovery()).isInstanceOf(Recovery.FixPrompted.class);
        assertThat(walk.isRefused(done("developer")).code()).isEqualTo(Code.NOT_EXPECTED);
    }

    @Test
    void a_paused_terminal_is_declared_done_and_the_next_one_follows_after_the_resume() {
        var walk = called().says(new Command.Pause(Urgency.NOW)).step().says(done("developer"));
        walk.says(new Command.Resume()).toEnd().completes();
        assertThat(walk.count(agent("developer"))).as("called again").isZero();
        assertThat(walk.count(agent("reviewer"))).isEqualTo(1);
    }
}
