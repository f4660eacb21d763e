package dev.foldline.scenario.tdd;

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

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The commands that a pull request prints when it cannot go on are run as printed, and it goes on.
 */
class TddRemediesTest {
    @TempDir Path top;

    private AgentTrial trial;

    @BeforeEach
    void aProject() throws IOException {
        trial = project(top);
    }

    /** The printed command that begins like this. */
    private static String[] printed(Turn turn, String beginning) {
        var command =
                Pattern.compile(
                                Pattern.quote(beginning)
                                        + "[^\\n;,']*?(?=\\.?(?:\\n|;|,|'| takes| gives|$))")
                        .matcher(turn.err() + turn.out());
        assertThat(command.find())
                .as("'%s' is printed in: %s", beginning, turn.err() + turn.out())
                .isTrue();
        return command.group().substring(command.group().indexOf(' ') + 1).split(" ");
    }

    private Turn followed(Turn turn, String beginning) throws IOException {
        return trial.run(printed(turn, beginning));
    }

    private void due() throws IOException {
        trial = SamplePlans.due(top.resolve("due"));
    }

    private Turn halts() throws IOException {
        var halted = trial.turn(GET);
        assertThat(halted.exit()).as(halted.err()).isEqualTo(20);
        return halted;
    }

    private void isMergedAfter(Turn retried) throws IOException {
        assertThat(retried.exit()).as(retried.out() + retried.err()).isEqualTo(3);
        var out = new StringBuilder();
        for (int call = 0; call < 2; call++) out.append(trial.turn(GET).out());
        assertThat(out.toString()).contains("Branch merged and deleted.");
    }

    @Test
    void uncommitted_work_is_stashed_and_the_merge_tried_again() throws IOException {
        due();
        trial.file("it.txt", "mine\n");
        var halted = halts();
        assertThat(halted.err()).contains("commit or stash it");
        trial.git("stash", "-q");
        isMergedAfter(followed(halted, "foldline retry"));
    }

    @Test
    void a_pull_request_without_its_branch_is_cancelled() throws IOException {
        due();
        trial.git("checkout", "-q", "main");
        trial.git("branch", "-q", "-D", "feat/it");
        var given = followed(halts(), "foldline reset");
        assertThat(given.exit()).as(given.err()).isZero();
        assertThat(followed(given, "foldline task get").out())
                .startsWith("Please read the plan file");
    }

    private void failed(int times) throws IOException {
        trial.state("EXECUTING_TDD");
        for (int call = 0; call < times; call++) trial.turn(SUBMIT, test("false", "PASS"));
    }

    @Test
    void the_branch_of_completed_steps_is_checked_out_before_the_scope_is_reduced()
            throws IOException {
        trial.file("foldline.yaml", "tdd: { reduce_scope_at: 1 }\n");
        trial.git("add", "foldline.yaml");
        trial.git("commit", "-q", "-m", "configured");
        trial.git("push", "-q");
        trial.plan(
                        plan(
                                        task("One", "TODO", step("GREEN", "TODO")),
                                        task("Two", "TODO", step("GREEN", "TODO")))
                                .replace(SamplePlans.TITLE, "feat: It"))
                .turn(SUBMIT);
        assertThat(trial.turn(GET).status()).isEqualTo("EXECUTING_TDD");
        trial.file("README.md", "done\n").turn(SUBMIT, test("true", "PASS"));
        trial.turn(GET);
        trial.git("commit", "-q", "-a", "-m", "one");
        trial.file("README.md", "broken\n").turn(SUBMIT, test("false", "PASS"));
        trial.git("checkout", "-q", "-b", "elsewhere");
        var halted = trial.turn(REDUCE);
        assertThat(halted.err())
                .contains("the branch 'feat/it' is not checked out. Nothing was reset.");
        trial.git("checkout", "-q", "feat/it");
        var retried = followed(halted, "foldline retry");
        assertThat(retried.status()).as(retried.out() + retried.err()).isEqualTo("REPLANNING");
    }

    @Test
    void a_driven_run_beside_a_pulled_one_is_refused_with_how_to_resume_or_cancel_that()
            throws IOException {
        trial.plan("").turn(GET);
        trial.file(
                        "foldline.yaml",
                        "roles: { developer: [mine] }\n"
                                + "agents: { mine: { kind: command, run: [\"true\"] } }\n"
                                + "tdd: { review: [ \"echo []\" ] }\n")
                .git("add", "foldline.yaml");
        trial.git("commit", "-q", "-m", "configured");
        var refused = trial.run("run", "--workflow", "tdd", "-f", "PLAN.md");
        assertThat(refused.exit()).as(refused.out() + refused.err()).isEqualTo(1);
        assertThat(followed(refused, "foldline task get").out())
                .startsWith("Please read the plan file");
        assertThat(followed(refused, "foldline reset").exit()).isZero();
        trial.state("EXECUTING_TDD").plan(plan(task("One", "TODO", step("GREEN", "TODO"))));
        var reported = trial.run("run", "--workflow", "tdd", "-f", "PLAN.md");
        assertThat(reported.err())
                .contains(
                        "a pull request is already in progress here, according to the state files");
        var taken = followed(reported, "foldline import");
        assertThat(taken.status()).as(taken.err()).isEqualTo("EXECUTING_TDD");
        assertThat(followed(reported, "foldline reset").exit()).isZero();
    }

    @Test
    void a_run_that_is_paused_is_resumed_before_the_next_call() throws IOException {
        trial.plan(plan(task("One", "TODO", step("GREEN", "TODO"))))
                .state("EXECUTING_TDD")
                .turn(GET);
        assertThat(trial.run("pause").exit()).isZero();
        var paused = trial.turn(SUBMIT, test("true", "PASS"));
        assertThat(paused.exit()).as(paused.out() + paused.err()).isNotZero();
        var resumed = followed(paused, "foldline resume");
        assertThat(resumed.exit()).as(resumed.out() + resumed.err()).isEqualTo(3);
        assertThat(trial.turn(SUBMIT, test("true", "PASS")).plan().get().line()).contains("DONE");
    }

    @Test
    void a_retry_while_a_call_is_due_leads_to_that_call() throws IOException {
        trial.plan(plan(task("One", "TODO", step("GREEN", "TODO"))))
                .state("EXECUTING_TDD")
                .turn(GET);
        var refused = trial.run("retry");
        assertThat(refused.exit()).as(refused.out() + refused.err()).isNotZero();
        var task = followed(refused, "foldline task get");
        assertThat(task.exit()).as(task.err()).isZero();
        assertThat(task.status()).isEqualTo("EXECUTING_TDD");
        assertThat(followed(trial.run("status"), "foldline task get").out()).isEqualTo(task.out());
        assertThat(trial.turn(SUBMIT, test("true", "PASS")).plan().get().line()).contains("DONE");
    }

    @Test
    void stashed_work_is_shown_by_the_printed_command() throws IOException {
        trial.plan(
                        plan(
                                task("One", "TODO", step("GREEN", "TODO")),
                                task("Two", "TODO", step("GREEN", "TODO"))))
                .file("README.md", "half done\n");
        failed(6);
        trial.file("README.md", "half done\n");
        var reduced = trial.turn(REDUCE);
        assertThat(reduced.status()).as(reduced.err()).isEqualTo("REPLANNING");
        var words = printed(reduced, "git show ");
        words[1] = words[1].replace("PATH", "README.md");
        assertThat(trial.git(words)).isEqualTo("half done");
    }

    @Test
    void a_verified_tree_that_git_no_longer_has_is_replaced_by_a_commit() throws IOException {
        trial.file("foldline.yaml", "tdd: { reduce_scope_at: 1 }\n");
        trial.git("add", "foldline.yaml");
        trial.git("commit", "-q", "-m", "configured");
        trial.git("push", "-q");
        trial.plan(
                        plan(
                                        task("One", "TODO", step("GREEN", "TODO")),
                                        task("Two", "TODO", step("GREEN", "TODO")))
                                .replace(SamplePlans.TITLE, "feat: It"))
                .turn(SUBMIT);
        assertThat(trial.turn(GET).status()).isEqualTo("EXECUTING_TDD");
        trial.file("one.txt", "done\n")
                .file("README.md", "done\n")
                .turn(SUBMIT, test("true", "PASS"));
        trial.turn(GET);
        trial.git("commit", "-q", "-m", "not all of it", "README.md");
        trial.file("README.md", "broken\n").turn(SUBMIT, test("false", "PASS"));
        trial.git("prune", "--expire=now");
        var halted = trial.turn(REDUCE);
        assertThat(halted.err()).contains("git no longer has the tree");
        trial.git("add", "one.txt");
        trial.git("commit", "-q", "-m", "one", "one.txt");
        trial.git(printed(halted, "git stash -u"));
        var retried = followed(halted, "foldline retry");
        assertThat(retried.status()).as(retried.out() + retried.err()).isEqualTo("REPLANNING");
    }

    @Test
    void a_merge_goes_on_with_the_next_call_when_its_obstacle_is_gone() throws IOException {
        due();
        trial.file("it.txt", "mine\n");
        halts();
        assertThat(halts().err()).as("still there").contains("commit or stash it");
        trial.git("stash", "-q");
        assertThat(trial.turn(GET).out()).contains("Branch merged and deleted.");
    }

    @Test
    void a_mended_plan_is_accepted_by_the_next_call() throws IOException {
        trial.plan("{\"tasks\": 1}").turn(GET);
        assertThat(trial.turn(SUBMIT).status()).isEqualTo("HALTED");
        assertThat(trial.turn(SUBMIT).err())
                .as("nothing was mended")
                .contains("tasks: expected array", "foldline retry");
        trial.plan(plan(task("One", "TODO", step("GREEN", "TODO"))));
        var accepted = trial.turn(SUBMIT);
        assertThat(accepted.out()).contains("The plan has been accepted.");
        assertThat(accepted.status()).isEqualTo("CREATING_BRANCH");
    }

    @Test
    void a_halt_that_waits_for_a_decision_names_the_command_that_takes_it() throws IOException {
        trial.plan(plan(task("One", "TODO", step("GREEN", "TODO"))))
                .state("DEBUGGING", "\"debug_attempt_counter\": 10, \"last_error\": \"it broke\"");
        assertThat(
                        trial.turn(
                                        SamplePlans.ESCALATE,
                                        java.util.Map.of("markdown_report", "help"))
                                .exit())
                .isEqualTo(10);
        var halted = halts();
        assertThat(trial.run("task", "get", "--json").out())
                .containsSubsequence("\"next\"", "foldline retry");
        assertThat(followed(halted, "foldline retry").status()).isEqualTo("EXECUTING_TDD");
    }

    @Test
    void a_review_that_crashes_without_a_word_is_reported_with_its_command() throws IOException {
        trial.file("foldline.yaml", "tdd:\n  review: [ \"exit 3\" ]\n")
                .plan(plan(task("One", "DONE", step("GREEN", "DONE"))))
                .state("EXECUTING_TDD");
        trial.turn(GET);
        assertThat(halts().err()).contains("exit 3", "foldline retry");
    }
}
