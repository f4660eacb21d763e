package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.SUBMIT;
import static dev.foldline.scenario.tdd.SamplePlans.plan;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * How a pull request begins: the first instruction, sessions that are over, and the plan that is
 * handed in.
 */
class PullRequestStartTest {
    @TempDir Path top;

    private AgentTrial trial;

    @BeforeEach
    void anEmptyFolder() throws IOException {
        trial = AgentTrial.in(top);
    }

    /** S0-01 and S0-06. */
    @Test
    void S0_01_S0_06_a_turn_without_files_requests_the_plan_in_its_full_form() throws IOException {
        var turn = trial.turn(GET);
        assertThat(turn.out())
                .startsWith("Please read the plan file")
                .contains(
                        "masterPlanPath",
                        "prTitle",
                        "summary",
                        "verificationPlan",
                        "tasks",
                        "taskName",
                        "status",
                        "tdd_steps",
                        "type",
                        "description",
                        "TODO",
                        "IN_PROGRESS",
                        "DONE",
                        "ERROR",
                        "RED",
                        "GREEN",
                        "REFACTOR",
                        "breakdownHistory",
                        "originalTaskName",
                        "justification");
        assertThat(turn.exit()).isZero();
        assertThat(turn.state().get().line()).isEqualTo("{\"status\":\"INITIALIZING\"}");
        assertThat(turn.plan()).isEmpty();
    }

    @Test
    void S0_04_a_completed_plan_is_removed_and_the_next_one_is_requested() throws IOException {
        var turn = trial.plan(plan(task("First", "DONE"), task("Second", "DONE"))).turn(GET);
        assertThat(trial.folder().resolve("ACTIVE_PR.json")).doesNotExist();
        assertThat(turn.out()).startsWith("Please read the plan file");
        assertThat(turn.status()).isEqualTo("INITIALIZING");
    }

    @Test
    void S0_05_work_continues_with_the_first_task_that_is_not_done() throws IOException {
        var turn =
                trial.state("EXECUTING_TDD")
                        .plan(
                                """
                                {"prTitle": "t", "tasks": [{"taskName": "First", "status": "DONE"},
                                 {"taskName": "Second", "status": "TODO", "description": "Do the second thing"}]}\
                                """)
                        .turn(GET);
        assertThat(turn.out()).contains("Do the second thing");
        assertThat(trial.plan(plan(task("Named only", "TODO"))).run("import").exit()).isZero();
        assertThat(trial.turn(GET).out()).contains("Named only");
    }

    @Test
    void S0_07_a_valid_plan_is_accepted_and_git_is_not_touched() throws IOException {
        var turn =
                trial.state("INITIALIZING")
                        .plan(plan(task("One", "TODO", step("RED", "TODO")), task("Two", "TODO")))
                        .turn(SUBMIT);
        assertThat(turn.status()).isEqualTo("CREATING_BRANCH");
        assertThat(turn.exit()).isZero();
        assertThat(turn.gitCalls()).isEmpty();
    }

    @Test
    void S0_08_a_plan_of_another_form_halts_with_the_location() throws IOException {
        var turn =
                trial.state("INITIALIZING")
                        .plan("{\"tasks\":\"this is not an array\"}")
                        .turn(SUBMIT);
        assertThat(turn.status()).isEqualTo("HALTED");
        assertThat(turn.state().get().text("last_error").get())
                .contains("schema validation", "tasks: expected array");
        assertThat(turn.exit()).isEqualTo(20);
        assertThat(turn.err()).contains("tasks: expected array");
    }

    @Test
    void S0_08b_a_plan_that_is_not_json_halts() throws IOException {
        var turn = trial.state("INITIALIZING").plan("this is not json").turn(SUBMIT);
        assertThat(turn.status()).isEqualTo("HALTED");
        assertThat(turn.state().get().text("last_error").get())
                .contains("schema validation", "not JSON");
        assertThat(turn.exit()).isEqualTo(20);
    }

    @Test
    void S0_08c_missing_tasks_a_wrong_value_and_a_missing_title_each_halt() throws IOException {
        assertThat(halting(plan())).contains("tasks: expected at least one task");
        assertThat(halting(plan(task("One", "SOON"))))
                .contains("tasks[0].status: expected one of TODO, IN_PROGRESS, DONE, ERROR");
        assertThat(halting(plan(task("One", "TODO", step("BLUE", "TODO")))))
                .contains("tasks[0].tdd_steps[0].type: expected one of RED, GREEN, REFACTOR");
        assertThat(
                        halting(
                                "{\"masterPlanPath\": \"\", \"summary\": \"\","
                                        + " \"verificationPlan\": \"\", \"tasks\": ["
                                        + task("One", "TODO")
                                        + "]}"))
                .contains("prTitle: expected string");
    }

    private String halting(String plan) throws IOException {
        trial.run("reset", "--yes");
        var turn = trial.plan(plan).turn(SUBMIT);
        assertThat(turn.status()).isEqualTo("HALTED");
        return turn.state().get().text("last_error").get();
    }

    @Test
    void S0_09_asking_again_prints_the_same_and_changes_nothing() throws IOException {
        trial.state("INITIALIZING");
        var first = trial.turn(GET);
        for (int i = 0; i < 3; i++) {
            var again = trial.turn(GET);
            assertThat(again).isEqualTo(first);
        }
        assertThat(first.out()).startsWith("Please read the plan file");
    }

    @Test
    void S0_10_a_session_whose_plan_is_gone_is_removed() throws IOException {
        for (var status : new String[] {"EXECUTING_TDD", "CREATING_BRANCH"}) {
            var turn = trial.state(status).turn(GET);
            assertThat(turn.out()).isEqualTo("Stale session cleaned. Please start again.\n");
            assertThat(turn.exit()).isZero();
            assertThat(turn.state()).isEmpty();
        }
        var halted = trial.state("HALTED", "\"last_error\": \"why\"").turn(GET);
        assertThat(halted.status()).isEqualTo("HALTED");
        assertThat(halted.exit()).isEqualTo(20);
    }

    @Test
    void S0_11_a_submission_without_a_plan_is_refused() throws IOException {
        var turn = trial.state("INITIALIZING").turn(SUBMIT);
        assertThat(turn.err())
                .startsWith(
                        "ACTIVE_PR.json not found in the root of the repository. Call 'get_task'")
                .endsWith("\non the command line: get_task is 'foldline task get'\n");
        assertThat(turn.exit()).isEqualTo(1);
        assertThat(turn.status()).isEqualTo("INITIALIZING");
    }
}
