package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.observing;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.EffectSelector.saving;
import static dev.foldline.scenario.tasks.TaskTest.mendedTask;
import static dev.foldline.scenario.tasks.TaskTest.statuses;
import static dev.foldline.scenario.tasks.TaskTest.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.projection.runtime.ErrorTerminal;
import dev.foldline.core.projection.runtime.TaskProjection;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** A terminal has failed, and another mends it. */
class ErrorTerminalTest {
    private static TaskStatus status(ScenarioRun walk) {
        return TaskProjection.report(walk.state()).task();
    }

    private static Option<TerminalStatus> error(ScenarioRun walk) {
        return ErrorTerminal.of(walk.state()).map(ErrorTerminal::status);
    }

    private static Vector<String> calls(ScenarioRun walk) {
        return walk.effects(InvokeAgent.class).map(InvokeAgent::role);
    }

    /** The developer says so often that it failed. */
    private static ScenarioRun failing(int times) {
        return mendedTask("developer", "reviewer")
                .but(observing("developer").first(times).says("failed"));
    }

    @Test
    void S1_51_S1_52_a_failed_terminal_has_an_error_terminal_wait_beside_it() {
        var walk = failing(1).until(prompting(Task.ERROR));
        assertThat(statuses(walk))
                .containsExactly(
                        TerminalStatus.FAILED, TerminalStatus.WAITING, TerminalStatus.WAITING);
        assertThat(status(walk)).isEqualTo(TaskStatus.FAILED);
        assertThat(
                        WorkflowStatus.of(
                                TaskTextTest.running("one").state(),
                                Vector.of(TaskProjection.report(walk.state()))))
                .isEqualTo(WorkflowStatus.FAILED);
        assertThat(ErrorTerminal.of(walk.state()))
                .contains(
                        new ErrorTerminal(
                                TerminalStatus.WAITING,
                                "Error recovery for: developer says that it failed"));
        assertThat(ErrorTerminal.ORDER).isEqualTo(999);
        assertThat(ErrorTerminal.ROLE).isEqualTo("error");
    }

    @Test
    void S1_54_a_fix_of_the_error_terminal_lets_the_failed_terminal_and_the_task_continue() {
        var walk = failing(1).until(agent(Task.ERROR));
        assertThat(error(walk)).as("it waits for its turn").contains(TerminalStatus.WAITING);
        assertThat(error(failing(1).during(agent(Task.ERROR)))).contains(TerminalStatus.WORKING);
        assertThat(status(failing(1).during(agent(Task.ERROR))))
                .as("as long as it is being mended")
                .isEqualTo(TaskStatus.FAILED);
        assertThat(walk.effects(RenderPrompt.class).last().template())
                .isEqualTo(Task.ERROR_TEMPLATE);
        walk.step().until(agent("developer"));
        assertThat(error(walk)).contains(TerminalStatus.COMPLETED);
        assertThat(statuses(walk)).startsWith(TerminalStatus.WAITING);
        assertThat(status(walk)).as("it has failed no more").isEqualTo(TaskStatus.RUNNING);
        walk.toEnd().completes();
        assertThat(calls(walk)).containsExactly("developer", "error", "developer", "reviewer");
        assertThat(error(walk)).contains(TerminalStatus.COMPLETED);
        assertThat(walk.recorded()).hasSize(1);
    }

    @Test
    void S1_54_a_repeated_failure_goes_to_the_same_error_terminal_and_never_to_two() {
        var walk = failing(2).toEnd().completes();
        assertThat(calls(walk).filter(Task.ERROR::equals)).hasSize(2);
        assertThat(
                        walk.beats()
                                .forAll(
                                        beat ->
                                                ErrorTerminal.of(beat.before()).toVector().size()
                                                        <= 1))
                .isTrue();
    }

    @Test
    void S1_54_an_error_terminal_that_fixes_nothing_is_asked_three_times_and_then_the_user() {
        var walk = failing(9).until(saving());
        assertThat(status(walk)).as("also while its work is saved").isEqualTo(TaskStatus.FAILED);
        assertThat(error(walk)).contains(TerminalStatus.FAILED);
        walk.toEnd().halts(Fault.Kind.LABELLED);
        assertThat(calls(walk).filter(Task.ERROR::equals)).hasSize(3);
        assertThat(error(walk)).contains(TerminalStatus.FAILED);
        assertThat(status(walk)).isEqualTo(TaskStatus.FAILED);
        walk.but(observing("developer").says("completed"))
                .says(new Command.RetryHalted())
                .toEnd()
                .completes();
    }

    @Test
    void S1_53_a_failure_without_an_error_terminal_waits_for_the_user() {
        var walk =
                task("developer")
                        .but(observing("developer").says("failed"))
                        .toEnd()
                        .halts(Fault.Kind.LABELLED)
                        .does(0, prompting(Task.ERROR));
        assertThat(error(walk)).isEmpty();
    }
}
