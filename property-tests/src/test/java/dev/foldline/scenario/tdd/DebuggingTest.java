package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.ESCALATE;
import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.REDUCE;
import static dev.foldline.scenario.tdd.SamplePlans.SUBMIT;
import static dev.foldline.scenario.tdd.SamplePlans.plan;
import static dev.foldline.scenario.tdd.SamplePlans.project;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;
import static dev.foldline.scenario.tdd.SamplePlans.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.app.AgentTrial.Turn;
import dev.foldline.core.projection.JsonValue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * When a submission fails: the count, what is advised at each count, the tools it unlocks, and
 * planning anew.
 */
class DebuggingTest {
    static final String GREEN_NEXT =
            plan(
                    task(
                            "The task",
                            "IN_PROGRESS",
                            step("RED", "DONE"),
                            step("GREEN", "TODO"),
                            step("REFACTOR", "TODO")));

    @TempDir Path top;

    private AgentTrial trial;

    @BeforeEach
    void aProject() throws IOException {
        trial = project(top).plan(GREEN_NEXT);
    }

    private AgentTrial failed(int times) throws IOException {
        return trial.state(
                "DEBUGGING",
                "\"debug_attempt_counter\": " + times + ", \"last_error\": \"it broke\"");
    }

    private static int counter(Turn turn) {
        return turn.state()
                .get()
                .fields()
                .get("debug_attempt_counter")
                .map(value -> Integer.parseInt(((JsonValue.Bare) value).word()))
                .getOrElse(0);
    }

    @Test
    void S0_37_each_failure_counts_and_the_newest_error_is_reported() throws IOException {
        trial.state("EXECUTING_TDD").program("npm", "echo first; exit 1");
        assertThat(counter(trial.turn(SUBMIT, test("npm test", "PASS")))).isEqualTo(1);
        trial.program("npm", "echo second; exit 1");
        var turn = trial.turn(SUBMIT, test("npm test", "PASS"));
        assertThat(counter(turn)).isEqualTo(2);
        assertThat(turn.state().get().text("last_error").get())
                .contains("second")
                .doesNotContain("first");
    }

    @Test
    void S0_38_the_advice_depends_on_the_count() throws IOException {
        var first = failed(1).turn(GET);
        assertThat(first.out()).contains("it broke", "Hypothesize & Fix");
        assertThat(counter(first)).isEqualTo(1);
        assertThat(first.status()).isEqualTo("DEBUGGING");
        assertThat(advised(2)).contains("Hypothesize & Fix");
        assertThat(advised(3)).contains("Use Instrumentation");
        assertThat(advised(5)).contains("Use Instrumentation");
        assertThat(advised(6)).contains("request_scope_reduction");
        assertThat(advised(9)).contains("request_scope_reduction");
        assertThat(advised(10))
                .contains("You have made numerous attempts", "escalate_for_external_help");
    }

    private String advised(int failures) throws IOException {
        failed(failures).plan(GREEN_NEXT).run("import");
        return trial.turn(GET).out();
    }

    @Test
    void S0_39_another_command_does_not_replace_the_one_that_failed() throws IOException {
        trial.state("EXECUTING_TDD").program("npm", "exit 1");
        trial.turn(SUBMIT, test("npm test", "PASS"));
        var turn = trial.turn(SUBMIT, test("true", "PASS"));
        assertThat(turn.commands()).containsExactly("npm test");
        assertThat(turn.err())
                .contains(
                        "the check 'npm test' failed",
                        "a test that has failed once has to pass as well; it is run first, so"
                                + " 'true' was not run");
        assertThat(counter(turn)).isEqualTo(2);
        trial.program("npm", SamplePlans.NPM);
        assertThat(trial.turn(SUBMIT, test("echo \"'npm test'\"; false", "PASS")).err())
                .as("the first one passed, whatever the second prints")
                .contains("a test that has failed once has to pass as well")
                .doesNotContain("was not run");
        assertThat(trial.turn(SUBMIT, test("true", "PASS")).commands())
                .containsExactly("npm test", "npm run preflight");
    }

    @Test
    void S0_39_a_command_that_could_not_run_was_no_test() throws IOException {
        trial.state("EXECUTING_TDD").file("plain.sh", "exit 0\n");
        for (var line : new String[] {"pytset -q", "./plain.sh", "echo half; kill -9 $$"}) {
            var turn = trial.turn(SUBMIT, test(line, "PASS"));
            assertThat(turn.status()).as(line).isEqualTo("DEBUGGING");
            assertThat(turn.state().get().fields().keySet())
                    .as(line)
                    .doesNotContain("last_test_command");
        }
        assertThat(counter(trial.turn(GET))).isEqualTo(3);
        var right = trial.turn(SUBMIT, test("npm test", "PASS"));
        assertThat(right.commands()).containsExactly("npm test", "npm run preflight");
        assertThat(right.status()).isEqualTo("EXECUTING_TDD");
    }

    @Test
    void S0_39_a_test_that_has_failed_stays_one_when_it_cannot_be_run_any_more()
            throws IOException {
        trial.state("EXECUTING_TDD")
                .program("verify", "exit 1")
                .turn(SUBMIT, test("verify", "PASS"));
        Files.delete(top.resolve("bin/verify"));
        trial.turn(SUBMIT, test("verify", "PASS"));
        var turn = trial.turn(SUBMIT, test("true", "PASS"));
        assertThat(turn.status()).isEqualTo("DEBUGGING");
        assertThat(turn.err()).contains("the check 'verify' could not be run");
    }

    @Test
    void S0_39_a_wrong_test_is_withdrawn_with_a_reason_that_the_review_sees() throws IOException {
        trial.program(
                        "npm",
                        "case \"$*\" in *review*) cat ORCHESTRATION_STATE.json >&2; grep -q 'names"
                            + " another module' ORCHESTRATION_STATE.json && echo '[]' ;; *wrong*)"
                            + " exit 1 ;; esac")
                .state("EXECUTING_TDD")
                .plan(plan(task("The task", "TODO", step("GREEN", "TODO"))));
        assertThat(trial.turn(SUBMIT, withdrawing("npm test", "it is wrong")).err())
                .contains("There is no test to withdraw");
        trial.turn(SUBMIT, test("npm run wrong", "PASS"));
        assertThat(trial.turn(GET).out())
                .contains("'npm run wrong' has to pass", "withdrawal_reason");
        assertThat(trial.turn(SUBMIT, withdrawing("npm test", " ")).err())
                .contains("'withdrawal_reason'");
        var turn = trial.turn(SUBMIT, withdrawing("npm test", "it names another module"));
        assertThat(turn.commands()).containsExactly("npm test", "npm run preflight");
        assertThat(turn.state().get().line())
                .contains(
                        "\"withdrawn_tests\":[{\"step\":\"green it\",\"test_command\":\"npm run"
                                + " wrong\",\"reason\":\"it names another module\"}]");
        assertThat(trial.run("log").out()).contains("it names another module");
        trial.turn(GET);
        assertThat(trial.turn(GET).status())
                .as("the review has read it")
                .isEqualTo("AWAITING_FINALIZATION");
    }

    private static Map<String, String> withdrawing(String line, String reason) {
        return Map.of("test_command", line, "expectation", "PASS", "withdrawal_reason", reason);
    }

    @Test
    void S0_40_reducing_the_scope_is_locked_at_first() throws IOException {
        var turn = failed(1).turn(REDUCE);
        assertThat(turn.err())
                .isEqualTo(
                        "Error: This tool is locked. You must make at least 6 debugging attempts"
                                + " before requesting a scope reduction. You have currently made 1"
                                + " attempt(s).\n");
        assertThat(turn.exit()).isEqualTo(8);
        assertThat(turn.gitCalls()).isEmpty();
        assertThat(turn.status()).isEqualTo("DEBUGGING");
    }

    @Test
    void S0_41_escalating_is_locked_at_first_and_outside_debugging() throws IOException {
        var turn = failed(1).turn(ESCALATE, Map.of("markdown_report", "help"));
        assertThat(turn.err())
                .isEqualTo(
                        "Error: This tool is locked. You must make at least 10 debugging attempts"
                                + " before escalating. You have currently made 1 attempt(s).\n");
        assertThat(turn.exit()).isEqualTo(8);
        trial.state("EXECUTING_TDD").plan(GREEN_NEXT).run("import");
        assertThat(trial.turn(REDUCE).exit()).isEqualTo(8);
        assertThat(trial.turn(ESCALATE, Map.of("markdown_report", "help")).err())
                .contains("currently made 0 attempt(s)");
        trial.state("DEBUGGING").plan(GREEN_NEXT).run("import");
        assertThat(trial.turn(REDUCE).err()).contains("currently made 0 attempt(s)");
    }

    @Test
    void S0_42_the_tree_is_reset_and_nothing_of_it_is_lost() throws IOException {
        failed(6).file("README.md", "spoilt\n").file("new.txt", "half done\n");
        var turn = trial.turn(REDUCE);
        assertThat(turn.gitCalls()).contains("reset --hard HEAD");
        assertThat(turn.status()).isEqualTo("REPLANNING");
        assertThat(turn.state().get().text("last_error")).contains("it broke");
        assertThat(turn.out()).startsWith("Entering REPLANNING state.");
        assertThat(Files.readString(trial.folder().resolve("README.md"))).isEqualTo("hello\n");
        assertThat(trial.folder().resolve("new.txt")).doesNotExist();
        assertThat(turn.plan()).hasSize(1);
        var saved = trial.git("for-each-ref", "--format=%(refname)", "refs/foldline/saved");
        assertThat(trial.git("show", saved + ":new.txt")).isEqualTo("half done");
        assertThat(trial.git("show", saved + ":README.md")).isEqualTo("spoilt");
    }

    @Test
    void S0_42_a_reset_of_nothing_is_not_called_a_saved_work() throws IOException {
        assertThat(failed(6).turn(REDUCE).out())
                .contains("There was no uncommitted work.")
                .doesNotContain("put aside");
    }

    @Test
    void S0_42_completed_work_stays_even_if_its_checkpoint_left_it_out() throws IOException {
        trial.file("foldline.yaml", "tdd: { reduce_scope_at: 1 }\n")
                .state("EXECUTING_TDD")
                .plan(
                        plan(
                                task("One", "TODO", step("GREEN", "TODO")),
                                task("Two", "TODO", step("RED", "TODO"), step("GREEN", "TODO"))));
        trial.file("one.txt", "done\n")
                .file("README.md", "done\n")
                .turn(SUBMIT, test("true", "PASS"));
        trial.turn(GET);
        trial.git("commit", "-q", "-m", "not all of it", "README.md");
        trial.file("README.md", "half done\n")
                .file("two-test.txt", "done\n")
                .turn(SUBMIT, test("false", "FAIL"));
        trial.turn(SUBMIT, SamplePlans.decides("SUCCESS"));
        trial.file("README.md", "broken\n")
                .file("two.txt", "broken\n")
                .turn(SUBMIT, test("false", "PASS"));
        var turn = trial.turn(REDUCE);
        assertThat(trial.git("status", "--porcelain")).isEqualTo("?? foldline.yaml");
        assertThat(trial.git("show", "--format=%s", "--name-only", "HEAD"))
                .isEqualTo("Checkpoint of completed steps\n\nREADME.md\none.txt\ntwo-test.txt");
        assertThat(Files.readString(trial.folder().resolve("README.md"))).isEqualTo("half done\n");
        var saved = trial.git("for-each-ref", "--format=%(refname)", "refs/foldline/saved");
        assertThat(turn.out())
                .contains(
                        "It is kept under " + saved + ":",
                        "was committed as " + trial.git("rev-parse", "HEAD"));
        assertThat(trial.git("show", saved + ":two.txt")).isEqualTo("broken");
    }

    @Test
    void S0_42_work_imported_as_done_is_committed_before_anything_is_reset() throws IOException {
        trial.plan(
                        plan(
                                task("One", "DONE", step("GREEN", "DONE")),
                                task("Two", "TODO", step("GREEN", "TODO"))))
                .file("one.txt", "done\n")
                .file("two.txt", "half done\n");
        var refused = failed(6).turn(REDUCE);
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("may not be committed", "git stash -u");
        assertThat(refused.status()).isEqualTo("DEBUGGING");
        assertThat(trial.folder().resolve("one.txt")).exists();
        trial.git("add", "one.txt");
        trial.git("commit", "-q", "-m", "one");
        trial.git("stash", "-q", "-u");
        assertThat(trial.turn(REDUCE).status()).as("as it was told to").isEqualTo("REPLANNING");
        assertThat(trial.folder().resolve("one.txt")).exists();
    }

    @Test
    void S0_43_the_task_to_replan_is_named_with_its_error() throws IOException {
        var turn = trial.state("REPLANNING", "\"last_error\": \"it broke\"").turn(GET);
        assertThat(turn.out())
                .contains(
                        "The task",
                        "it broke",
                        "Verification Task",
                        "breakdownHistory",
                        "originalTaskName",
                        "submit_work");
        assertThat(turn.status()).isEqualTo("REPLANNING");
    }

    @Test
    void S0_45_the_report_is_shown_unchanged_and_the_user_is_called() throws IOException {
        var report = "# Help\n\nWe tried \"everything\" $twice\n- once\n";
        var turn = failed(10).turn(ESCALATE, Map.of("markdown_report", report));
        assertThat(turn.out()).isEqualTo(report);
        assertThat(turn.exit()).isEqualTo(10);
        assertThat(turn.status()).isEqualTo("HALTED");
    }

    @Test
    void S0_46_a_blank_report_is_refused() throws IOException {
        assertThat(failed(10).turn(ESCALATE).exit()).isEqualTo(1);
        var blank = trial.turn(ESCALATE, Map.of("markdown_report", "  "));
        assertThat(blank.exit()).isEqualTo(1);
        assertThat(blank.err()).contains("markdown_report");
        assertThat(blank.status()).isEqualTo("DEBUGGING");
        assertThat(counter(blank)).isEqualTo(10);
    }
}
