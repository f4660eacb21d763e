package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.REDUCE;
import static dev.foldline.scenario.tdd.SamplePlans.SUBMIT;
import static dev.foldline.scenario.tdd.SamplePlans.plan;
import static dev.foldline.scenario.tdd.SamplePlans.project;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.core.projection.JsonValue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * When the scope is reduced: a new plan replaces the old one, and completed steps stay completed.
 */
class ReplanTest {
    @TempDir Path top;

    private AgentTrial trial;

    @BeforeEach
    void aProject() throws IOException {
        trial = project(top).plan(DebuggingTest.GREEN_NEXT);
    }

    private AgentTrial failed(int times) throws IOException {
        return trial.state(
                "DEBUGGING",
                "\"debug_attempt_counter\": " + times + ", \"last_error\": \"it broke\"");
    }

    @Test
    void S0_44_a_new_plan_continues_and_completed_steps_stay_done() throws IOException {
        failed(6).turn(REDUCE);
        var renewed =
                plan(
                        task("The task", "IN_PROGRESS", step("RED", "DONE")),
                        task("Smaller", "TODO", step("GREEN", "TODO", "a small step")),
                        task(
                                "Verification Task",
                                "TODO",
                                step("GREEN", "DONE", "claimed to be done")));
        var turn = trial.plan(renewed).turn(SUBMIT);
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(turn.state().get().fields().keySet())
                .doesNotContain("last_error", "debug_attempt_counter");
        assertThat(turn.state().get().fields().get("replan_count"))
                .contains(new JsonValue.Bare("1"));
        assertThat(turn.plan().get().line())
                .contains("\"red it\",\"status\":\"DONE\"", "\"a small step\",\"status\":\"TODO\"")
                .contains("\"claimed to be done\",\"status\":\"TODO\"");
        assertThat(trial.turn(GET).out()).contains("a small step");
    }

    @Test
    void S0_44_a_step_is_done_only_as_it_was_when_it_was_done() throws IOException {
        failed(6).turn(REDUCE);
        var turn =
                trial.plan(
                                plan(
                                        task(
                                                "The task",
                                                "IN_PROGRESS",
                                                step("RED", "DONE", "another test"),
                                                step("GREEN", "TODO"))))
                        .turn(SUBMIT);
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(turn.plan().get().line())
                .contains("\"another test\",\"status\":\"TODO\"")
                .doesNotContain("\"DONE\"");
        assertThat(trial.turn(GET).out()).contains("another test");
    }

    @Test
    void S0_44_the_same_plan_or_none_at_all_is_refused() throws IOException {
        failed(6).turn(REDUCE);
        var same = trial.turn(SUBMIT);
        assertThat(same.status()).isEqualTo("REPLANNING");
        assertThat(same.exit()).isEqualTo(1);
        assertThat(same.err()).contains("has not been changed");
        var unfit = trial.plan("{\"tasks\": []}").turn(SUBMIT);
        assertThat(unfit.status()).isEqualTo("REPLANNING");
        assertThat(unfit.exit()).isEqualTo(1);
        assertThat(unfit.err()).contains("schema validation", "tasks: expected at least one task");
        assertThat(trial.plan(plan(task("Smaller", "TODO"))).turn(SUBMIT).status())
                .isEqualTo("EXECUTING_TDD");
    }
}
