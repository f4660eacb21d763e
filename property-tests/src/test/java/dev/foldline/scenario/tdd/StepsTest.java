package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.NPM_FAILING_PREFLIGHT;
import static dev.foldline.scenario.tdd.SamplePlans.SUBMIT;
import static dev.foldline.scenario.tdd.SamplePlans.decides;
import static dev.foldline.scenario.tdd.SamplePlans.plan;
import static dev.foldline.scenario.tdd.SamplePlans.project;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;
import static dev.foldline.scenario.tdd.SamplePlans.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.app.AgentTrial.Turn;
import dev.foldline.core.projection.JsonValue;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The steps of a plan: a test that fails and is looked at, code that lets it pass, preflight, and
 * checkpoints in between.
 */
class StepsTest {
    private static final String RED_NEXT =
            plan(
                    task(
                            "One",
                            "TODO",
                            step("RED", "TODO"),
                            step("GREEN", "TODO"),
                            step("REFACTOR", "TODO")));
    private static final String GREEN_NEXT =
            plan(
                    task(
                            "One",
                            "IN_PROGRESS",
                            step("RED", "DONE"),
                            step("GREEN", "TODO"),
                            step("REFACTOR", "TODO")));

    @TempDir Path top;

    private AgentTrial trial;

    @BeforeEach
    void aProject() throws IOException {
        trial = project(top);
    }

    private Turn executing(String plan, String tool, Map<String, String> arguments)
            throws IOException {
        return trial.state("EXECUTING_TDD").plan(plan).turn(tool, arguments);
    }

    private static Vector<String> statuses(Turn turn) {
        return turn.plan()
                .get()
                .list("tasks")
                .flatMap(task -> ((JsonValue.Obj) task).list("tdd_steps"))
                .map(step -> ((JsonValue.Obj) step).text("status").get());
    }

    private static String taskStatus(Turn turn) {
        return ((JsonValue.Obj) turn.plan().get().list("tasks").head()).text("status").get();
    }

    private static int counter(Turn turn) {
        return turn.state()
                .get()
                .fields()
                .get("debug_attempt_counter")
                .map(value -> Integer.parseInt(((JsonValue.Bare) value).word()))
                .getOrElse(0);
    }

    private static String lastError(Turn turn) {
        return turn.state().get().text("last_error").getOrElse("");
    }

    @Test
    void S0_16_the_step_is_described_and_how_it_is_verified() throws IOException {
        assertThat(executing(RED_NEXT, GET, Map.of()).out())
                .isEqualTo(
                        "Your goal is to complete the next TDD step: red it. After you have"
                            + " implemented the necessary code changes, you must verify your work"
                            + " by calling the 'submit_work' tool with the appropriate"
                            + " 'test_command' and your 'expectation' of the outcome ('PASS' or"
                            + " 'FAIL').\n\n"
                            + "- Plan file: 'PLAN.md'.\n"
                            + "- This is a RED step: its test must fail first, so the fitting"
                            + " 'expectation' is 'FAIL'.\n"
                            + "- Attempts left: 6 before the scope may be reduced, 10 before a"
                            + " human may be asked for help.\n");
    }

    @Test
    void S0_17_S0_18_a_green_step_is_done_when_test_and_preflight_have_passed() throws IOException {
        var turn = executing(GREEN_NEXT, SUBMIT, test("npm run unit", "PASS"));
        assertThat(statuses(turn)).containsExactly("DONE", "DONE", "TODO");
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(turn.commands()).containsExactly("npm run unit", "npm run preflight");
        assertThat(turn.exit()).isZero();
    }

    @Test
    void S0_18_the_preflight_is_that_of_npm_if_none_is_configured_or_detected() throws IOException {
        var bare =
                AgentTrial.in(top.resolve("bare"))
                        .program("npm", "exit 0")
                        .state("EXECUTING_TDD")
                        .plan(GREEN_NEXT)
                        .turn(SUBMIT, test("true", "PASS"));
        assertThat(bare.commands()).containsExactly("npm run preflight");
        assertThat(bare.status()).isEqualTo("EXECUTING_TDD");
    }

    @Test
    void S0_19_a_failed_preflight_is_reported_verbatim() throws IOException {
        trial.program("npm", NPM_FAILING_PREFLIGHT);
        var turn = executing(GREEN_NEXT, SUBMIT, test("npm test", "PASS"));
        assertThat(turn.status()).isEqualTo("DEBUGGING");
        assertThat(counter(turn)).isEqualTo(1);
        assertThat(lastError(turn))
                .startsWith("Preflight check failed: ")
                .contains("lint: 'x' is $unused", "and more");
        assertThat(statuses(turn)).containsExactly("DONE", "TODO", "TODO");
        assertThat(turn.exit()).isEqualTo(1);
    }

    @Test
    void S0_20_S0_22_a_test_that_fails_as_expected_needs_an_analysis_first() throws IOException {
        trial.program("npm", "echo \"expected 1, was 2\"; exit 1");
        var turn = executing(RED_NEXT, SUBMIT, test("npm test", "FAIL"));
        assertThat(turn.out())
                .contains(
                        "\"status\": \"NEEDS_ANALYSIS\"",
                        "Your test failed as expected. You must now analyze",
                        "'analysis_decision' parameter ('SUCCESS' or 'FAILURE').",
                        "\"output\": \"expected 1, was 2");
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(statuses(turn)).containsExactly("TODO", "TODO", "TODO");
        assertThat(turn.commands()).containsExactly("npm test");
        assertThat(turn.exit()).isZero();
        assertThat(turn.state().get().fields().get("pending_analysis"))
                .contains(new JsonValue.Bare("true"));
        assertThat(trial.turn(GET).out()).isEqualTo(turn.out());
        var wrong = trial.turn(SUBMIT, decides("FAILURE"));
        assertThat(wrong.status()).isEqualTo("DEBUGGING");
        assertThat(counter(wrong)).isEqualTo(1);
        assertThat(lastError(wrong)).startsWith("Analysis failed: ").contains("expected 1, was 2");
        assertThat(statuses(wrong)).containsExactly("TODO", "TODO", "TODO");
    }

    @Test
    void S0_21_a_right_failure_completes_the_step_and_the_test_is_not_run_again()
            throws IOException {
        trial.program("npm", "exit 1");
        executing(RED_NEXT, SUBMIT, test("npm test", "FAIL"));
        var turn = trial.turn(SUBMIT, decides("SUCCESS"));
        assertThat(statuses(turn)).containsExactly("DONE", "TODO", "TODO");
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(turn.commands()).isEmpty();
        assertThat(trial.run("log").out())
                .contains("test_command failed, as expected")
                .doesNotContain("test_command passed");
        assertThat(trial.turn(GET).out()).as("S0-26: never after a red step").contains("green it");
    }

    @Test
    void S0_23_a_test_that_should_fail_and_passes_needs_no_analysis() throws IOException {
        var turn = executing(RED_NEXT, SUBMIT, test("npm test", "FAIL"));
        assertThat(turn.status()).isEqualTo("DEBUGGING");
        assertThat(counter(turn)).isEqualTo(1);
        assertThat(lastError(turn)).contains("Test was expected to FAIL but PASSED.");
        assertThat(turn.exit()).isEqualTo(1);
    }

    @Test
    void S0_24_the_output_of_a_command_is_reported_completely_unless_it_is_very_long()
            throws IOException {
        trial.program("npm", "echo 'the cause'; seq 1 5000; echo 'the end' >&2; exit 1");
        var turn = executing(GREEN_NEXT, SUBMIT, test("npm test", "PASS"));
        assertThat(turn.status()).isEqualTo("DEBUGGING");
        assertThat(counter(turn)).isEqualTo(1);
        assertThat(turn.commands()).as("no preflight").containsExactly("npm test");
        assertThat(lastError(turn))
                .contains("the cause\n1\n2\n", "5000\n", "the end")
                .doesNotContain("left out");
        trial.program("npm", "echo 'the cause'; seq 1 50000; exit 1");
        assertThat(lastError(trial.turn(SUBMIT, test("npm test", "PASS"))))
                .contains("bytes are left out]", "50000")
                .doesNotContain("the cause");
    }

    @Test
    void S0_23_a_test_that_was_ended_from_outside_has_not_failed_as_it_should() throws IOException {
        var turn = executing(RED_NEXT, SUBMIT, test("echo half; kill -9 $$", "FAIL"));
        assertThat(lastError(turn))
                .contains("came to no verdict", "half")
                .doesNotContain("expected to PASS");
        assertThat(turn.status()).isEqualTo("DEBUGGING");
    }

    @Test
    void files_that_are_not_utf_8_are_accepted() throws IOException {
        Files.delete(trial.folder().resolve("package.json"));
        for (var name : new String[] {"PLAN.md", "Makefile"})
            Files.write(
                    trial.folder().resolve(name),
                    "# caf\u00e9\ncheck:\n\ttrue\n".getBytes(StandardCharsets.ISO_8859_1));
        var turn = executing(GREEN_NEXT, GET, Map.of());
        assertThat(turn.err()).startsWith("on the command line: ").hasLineCount(1);
        assertThat(turn.out()).contains("green it");
        assertThat(turn.exit()).isZero();
    }

    @Test
    void S0_25_an_invalid_submission_is_refused_and_changes_nothing() throws IOException {
        trial.state("EXECUTING_TDD").plan(GREEN_NEXT);
        var nothing = trial.turn(SUBMIT);
        assertThat(nothing.err())
                .isEqualTo(
                        "Error: Invalid submission. When in the 'EXECUTING_TDD' state, you MUST"
                                + " provide a 'test_command' for verification.\n"
                                + "on the command line: test_command is --test-command\n");
        refused(Map.of("test_command", "npm test"), "'expectation'");
        refused(test("npm test", "MAYBE"), "'expectation'");
        refused(decides("SUCCESS"), "No 'analysis_decision' is awaited");
        refused(test("npm test", "FAIL"), "its test must PASS");
        assertThat(nothing.exit()).isEqualTo(1);
    }

    private void refused(Map<String, String> arguments, String why) throws IOException {
        var turn = trial.turn(SUBMIT, arguments);
        assertThat(turn.err()).contains(why);
        assertThat(turn.exit()).isEqualTo(1);
        assertThat(turn.commands()).isEmpty();
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(counter(turn)).isZero();
    }

    @Test
    void S0_26_a_green_step_is_followed_by_a_checkpoint() throws IOException {
        var turn =
                executing(
                        plan(
                                task(
                                        "One",
                                        "IN_PROGRESS",
                                        step("RED", "DONE"),
                                        step("GREEN", "DONE"),
                                        step("REFACTOR", "TODO"))),
                        GET,
                        Map.of());
        assertThat(turn.out()).contains("create a safety checkpoint commit");
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
    }

    @Test
    void S0_27_a_checkpoint_is_requested_until_it_exists() throws IOException {
        executing(GREEN_NEXT, SUBMIT, test("npm test", "PASS"));
        trial.file("new.txt", "work\n");
        for (int i = 0; i < 3; i++)
            assertThat(trial.turn(GET).out()).contains("create a safety checkpoint commit");
        trial.git("add", "new.txt");
        trial.git("commit", "-q", "-m", "checkpoint");
        assertThat(trial.turn(GET).out()).contains("refactor it");
    }

    @Test
    void S0_28_a_checkpoint_is_requested_before_the_next_step_and_before_the_review()
            throws IOException {
        trial.file("new.txt", "work\n");
        var turn =
                executing(
                        plan(
                                task(
                                        "One",
                                        "IN_PROGRESS",
                                        step("RED", "DONE"),
                                        step("GREEN", "DONE"))),
                        GET,
                        Map.of());
        assertThat(turn.out()).contains("create a safety checkpoint commit");
        assertThat(turn.commands()).as("no review").isEmpty();
        var early = trial.turn(SUBMIT, test("npm test", "PASS"));
        assertThat(early.exit()).isEqualTo(1);
        assertThat(early.err()).contains("create a safety checkpoint commit");
    }

    @Test
    void S0_29_a_task_is_done_with_its_last_step() throws IOException {
        var turn =
                executing(
                        plan(
                                task(
                                        "One",
                                        "IN_PROGRESS",
                                        step("RED", "DONE"),
                                        step("GREEN", "TODO")),
                                task("Two", "TODO")),
                        SUBMIT,
                        test("npm test", "PASS"));
        assertThat(taskStatus(turn)).isEqualTo("DONE");
        assertThat(trial.turn(GET).out())
                .as("S0-26")
                .contains("Before you continue with 'Two', create a safety checkpoint commit");
        assertThat(trial.turn(GET).out()).contains("next TDD step: Two");
    }

    @Test
    void S0_01_S0_03_additional_fields_of_an_agent_and_any_text_are_kept() throws IOException {
        var strange = "quotes \\\" 'and' $HOME \\\\ \\n 42 \\u00e4\\ud83d\\ude00";
        var turn =
                executing(
                        "{\"prTitle\": \"t\", \"mine\": {\"a\": [1, 2.50, null]}, \"tasks\":"
                                + " [{\"taskName\": \""
                                + strange
                                + "\", \"status\": \"TODO\", \"owner\": \"me\", \"tdd_steps\": ["
                                + "{\"type\": \"GREEN\", \"description\": \""
                                + strange
                                + "\", \"status\": \"TODO\", \"note\": true}]}, {\"taskName\":"
                                + " \"b\", \"status\": \"TODO\"}]}",
                        SUBMIT,
                        test("true", "PASS"));
        var text = Files.readString(trial.folder().resolve("ACTIVE_PR.json"));
        assertThat(text).contains("\"mine\": {", "2.50", "\"owner\": \"me\"", "\"note\": true");
        var task = (JsonValue.Obj) turn.plan().get().list("tasks").head();
        assertThat(task.text("taskName").get())
                .isEqualTo("quotes \" 'and' $HOME \\ \n 42 \u00e4\ud83d\ude00");
        assertThat(statuses(turn)).containsExactly("DONE");
    }
}
