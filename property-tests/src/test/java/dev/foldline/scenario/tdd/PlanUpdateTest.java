package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.SUBMIT;
import static dev.foldline.scenario.tdd.SamplePlans.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What goes into the last commit of a pull request behind its review: the plan file, and nothing
 * else.
 */
class PlanUpdateTest {
    @TempDir Path top;

    private AgentTrial trial;

    /** A person's file lies beside the work. */
    private void counted() throws IOException {
        trial = SamplePlans.counted(top);
    }

    private void marked() throws IOException {
        request().marked();
    }

    private PullRequestFixture request() {
        return new PullRequestFixture(trial, "feat: It", "it.txt");
    }

    private void refusedFor(String path) throws IOException {
        var turn = trial.turn(SUBMIT);
        assertThat(turn.exit()).isEqualTo(1);
        assertThat(turn.err()).contains(path);
        assertThat(turn.status()).isEqualTo("FINALIZE_COMPLETE");
    }

    @Test
    void S0_49_a_commit_that_was_amended_since_it_was_verified_is_refused() throws IOException {
        counted();
        var verified = trial.git("rev-parse", "HEAD");
        marked();
        trial.git("commit", "-q", "--amend", "-m", "feat: It, in other words");
        var refused = trial.turn(SUBMIT);
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err())
                .contains(
                        "The commit "
                                + verified
                                + " that was verified is not on the branch any more",
                        "git reset --soft " + verified);
        trial.git("reset", "-q", "--soft", verified);
        assertThat(trial.turn(SUBMIT).status()).as("as it was told to").isEqualTo("PLAN_UPDATED");
        trial.turn(GET);
        trial.turn(GET);
        assertThat(trial.git("branch", "--contains", verified)).contains("main");
    }

    @Test
    void S0_49_an_untracked_file_of_the_user_is_neither_refused_nor_committed() throws IOException {
        counted();
        marked();
        assertThat(trial.turn(SUBMIT).status()).isEqualTo("PLAN_UPDATED");
        assertThat(trial.git("show", "--name-only", "--format=", "HEAD")).isEqualTo("PLAN.md");
        trial.turn(GET);
        assertThat(trial.turn(GET).out()).startsWith("Branch merged and deleted.");
        assertThat(trial.git("status", "--porcelain")).isEqualTo("?? notes.txt");
        assertThat(Files.readString(trial.folder().resolve("notes.txt"))).isEqualTo("mine\n");
    }

    @Test
    void S0_49_what_the_worker_changes_after_the_review_is_refused() throws IOException {
        counted();
        trial.file("late.txt", "behind the review\n");
        Files.delete(trial.folder().resolve("PLAN.md"));
        refusedFor("PLAN.md' is gone");
        trial.git("checkout", "-q", "PLAN.md");
        marked();
        refusedFor("late.txt");
        Files.delete(trial.folder().resolve("late.txt"));
        trial.file("it.txt", "behind the review\n");
        refusedFor("it.txt");
        trial.git("commit", "-q", "-m", "more", "it.txt");
        refusedFor("it.txt");
        trial.git("reset", "-q", "--hard", "HEAD~1");
        refusedFor("has not been changed");
        trial.git("rm", "-q", "PLAN.md");
        trial.git("commit", "-q", "-m", "no plan");
        refusedFor("PLAN.md' is gone");
        trial.git("reset", "-q", "--hard", "HEAD~1");
        marked();
        assertThat(trial.turn(SUBMIT).status()).isEqualTo("PLAN_UPDATED");
    }

    @Test
    void S0_49_untracked_files_from_before_work_resumed_after_its_review_are_left_out()
            throws IOException {
        trial = project(top).file("notes.txt", "mine\n");
        trial.git("checkout", "-q", "-b", "feat/it");
        trial.git("commit", "-q", "--allow-empty", "-m", "feat: It");
        marked();
        trial.plan(SamplePlans.plan())
                .state(
                        "FINALIZE_COMPLETE",
                        "\"current_pr_branch\": \"feat/it\", \"last_commit_hash\": \""
                                + trial.git("rev-parse", "HEAD")
                                + "\"");
        assertThat(trial.turn(SUBMIT).status()).isEqualTo("PLAN_UPDATED");
        assertThat(trial.git("show", "--name-only", "--format=", "HEAD")).isEqualTo("PLAN.md");
    }

    @Test
    void a_commit_on_the_branch_after_the_plan_update_is_not_merged() throws IOException {
        counted();
        marked();
        trial.turn(SUBMIT);
        trial.turn(GET);
        trial.file("it.txt", "behind the review\n").git("commit", "-q", "-m", "more", "it.txt");
        var main = trial.git("rev-parse", "main");
        var turn = trial.turn(GET);
        assertThat(turn.exit()).isEqualTo(20);
        assertThat(turn.err()).contains("feat/it", "where it was when it was counted");
        assertThat(trial.git("rev-parse", "main")).isEqualTo(main);
        trial.git("reset", "-q", "--hard", "HEAD~1");
        var tip = trial.git("rev-parse", "HEAD");
        trial.run("retry");
        trial.turn(GET);
        assertThat(trial.turn(GET).out()).startsWith("Branch merged and deleted.");
        assertThat(trial.git("rev-parse", "main^2")).isEqualTo(tip);
        assertThat(trial.git("branch", "--list", "feat/*")).isEmpty();
    }

    @Test
    void S0_47_the_counted_branch_is_that_of_the_pull_request() throws IOException {
        trial = project(top);
        var request = request();
        request.planned();
        trial.turn(GET);
        request.worked();
        trial.git("checkout", "-q", "-b", "elsewhere", "main");
        trial.git("commit", "-q", "--allow-empty", "-m", "one commit");
        var turn = trial.turn(SUBMIT);
        assertThat(turn.exit()).isEqualTo(1);
        assertThat(turn.err()).contains("feat/it", "elsewhere");
        assertThat(turn.status()).isEqualTo("AWAITING_FINALIZATION");
    }
}
