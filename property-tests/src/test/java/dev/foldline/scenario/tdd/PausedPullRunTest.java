package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.SUBMIT;
import static dev.foldline.scenario.tdd.SamplePlans.plan;
import static dev.foldline.scenario.tdd.SamplePlans.project;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A person holds a run that an agent pulls: until it is let go on, every call says so and changes
 * nothing.
 */
class PausedPullRunTest {
    private static final Map<String, String> PASSING =
            Map.of("test_command", "true", "expectation", "PASS");

    @TempDir Path top;

    private AgentTrial trial;

    @BeforeEach
    void aTaskUnderWay() throws IOException {
        trial =
                project(top)
                        .state("EXECUTING_TDD")
                        .plan(plan(task("One", "TODO", step("GREEN", "TODO"))));
        assertThat(trial.turn(GET).exit()).isZero();
    }

    private void refusedWith(String words) throws IOException {
        for (var turn : new AgentTrial.Turn[] {trial.turn(GET), trial.turn(SUBMIT, PASSING)}) {
            assertThat(turn.exit()).isEqualTo(1);
            assertThat(turn.err()).contains(words);
            assertThat(turn.commands()).as("nothing is run").isEmpty();
        }
    }

    @Test
    void a_paused_run_reports_it_until_it_is_resumed() throws IOException {
        assertThat(trial.run("pause").exit()).isZero();
        refusedWith("The run is paused. The user continues it with: foldline resume");
        trial.run("resume");
        assertThat(trial.turn(SUBMIT, PASSING).out()).startsWith("VERIFIED.");
    }
}
