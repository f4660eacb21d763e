package dev.foldline.scenario.tasks;

import static dev.foldline.core.projection.RunState.IDLE;
import static dev.foldline.core.projection.RunState.PAUSED;
import static dev.foldline.core.projection.RunState.PROCESSING;
import static dev.foldline.core.projection.RunState.STOPPED;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.projection.RunState;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.scenario.EffectSelector;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** Whether anything goes on in a workflow, and what may follow. */
class RunStateTest {

    @Test
    void S1_10_each_of_the_sixteen_transitions_is_allowed_or_refused_as_specified() {
        var allowed =
                Vector.of(
                        "Idle Processing",
                        "Idle Paused",
                        "Idle Stopped",
                        "Processing Idle",
                        "Processing Paused",
                        "Processing Stopped",
                        "Paused Idle",
                        "Paused Processing",
                        "Paused Stopped");
        for (var from : RunState.values()) {
            for (var next : RunState.values()) {
                var to = from.to(next);
                assertThat(to.isRight())
                        .as("%s %s", from, next)
                        .isEqualTo(allowed.contains(from.word() + " " + next.word()));
                to.peek(state -> assertThat(state).isEqualTo(next));
                to.peekLeft(
                        no ->
                                assertThat(no)
                                        .isEqualTo(
                                                "Invalid state transition: "
                                                        + from.word()
                                                        + " \u2192 "
                                                        + next.word()));
            }
        }
    }

    @Test
    void S1_10_a_workflow_is_idle_while_it_waits_and_processing_while_its_tasks_work() {
        assertThat(RunState.of(TaskTextTest.created("one").state())).isEqualTo(IDLE);
        var walk = TaskTextTest.running("one");
        assertThat(RunState.of(walk.state())).isEqualTo(PROCESSING);
        assertThat(RunState.of(walk.says(new Command.Pause(Urgency.NOW)).state()))
                .isEqualTo(PAUSED);
        assertThat(RunState.of(walk.says(new Command.Resume()).state())).isEqualTo(PROCESSING);
        assertThat(RunState.of(walk.says(new Command.Abort("enough")).toEnd().state()))
                .isEqualTo(STOPPED);
        var stuck =
                TaskTextTest.created("one")
                        .but(
                                EffectSelector.of(OpenBranch.class::isInstance)
                                        .fails(Fault.Kind.NEEDS_PERSON));
        assertThat(
                        RunState.of(
                                TaskTextTest.start(stuck)
                                        .toEnd()
                                        .halts(Fault.Kind.NEEDS_PERSON)
                                        .state()))
                .isEqualTo(IDLE);
    }

    @Test
    void S1_10_an_invalid_transition_is_refused_with_both_states() {
        var walk = TaskTextTest.running("one");
        assertThat(walk.isRefused(new Command.Resume()).message())
                .isEqualTo("Invalid state transition: Processing \u2192 Processing");
        walk.says(new Command.Abort("enough")).toEnd();
        assertThat(walk.isRefused(new Command.Pause(Urgency.NOW)).message())
                .isEqualTo("Invalid state transition: Stopped \u2192 Paused");
        assertThat(walk.isRefused(new Command.Resume()).message())
                .isEqualTo("Invalid state transition: Stopped \u2192 Processing");
        assertThat(walk.isRefused(new Command.Abort("again")).message())
                .isEqualTo("Invalid state transition: Stopped \u2192 Stopped");
    }
}
