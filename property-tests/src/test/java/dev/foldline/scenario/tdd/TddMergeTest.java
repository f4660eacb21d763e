package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.SUBMIT;
import static dev.foldline.scenario.tdd.SamplePlans.plan;
import static dev.foldline.scenario.tdd.SamplePlans.project;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;
import static dev.foldline.scenario.tdd.SamplePlans.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** How a reviewed pull request is squashed and merged, and what halts it. */
class TddMergeTest {
    @TempDir Path top;

    private AgentTrial trial;

    @BeforeEach
    void aProject() throws IOException {
        trial = project(top).plan(FinishTest.ALL_DONE);
    }

    private void onABranch() throws IOException {
        trial.git("checkout", "-q", "-b", "feat/my-feature");
        trial.file("new.txt", "work\n").git("add", "new.txt");
        trial.git("commit", "-q", "-m", SamplePlans.TITLE);
    }

    @Test
    void S0_47_a_single_commit_on_top_of_the_base_is_verified() throws IOException {
        onABranch();
        var turn =
                trial.state("AWAITING_FINALIZATION")
                        .turn(SUBMIT, Map.of("commit_hash", trial.git("rev-parse", "HEAD")));
        assertThat(turn.gitCalls()).containsExactly("rev-list --count main..HEAD");
        assertThat(turn.status()).isEqualTo("FINALIZE_COMPLETE");
        assertThat(turn.state().get().text("last_commit_hash"))
                .contains(trial.git("rev-parse", "HEAD"));
        assertThat(turn.out())
                .isEqualTo(
                        "VERIFIED. The squashed commit is valid. Call 'get_task' for your next"
                                + " instruction.\n");
    }

    @Test
    void S0_47_reviewed_changes_missing_from_the_commit_are_refused() throws IOException {
        onABranch();
        trial.state("AWAITING_FINALIZATION").file("new.txt", "mended after the review\n");
        var turn = trial.turn(SUBMIT);
        assertThat(turn.exit()).isEqualTo(1);
        assertThat(turn.err()).contains("uncommitted changes: new.txt");
        assertThat(trial.turn(SUBMIT, Map.of("commit_hash", trial.git("rev-parse", "HEAD"))).err())
                .as("whichever commit is named")
                .contains("uncommitted changes: new.txt");
        assertThat(turn.status()).isEqualTo("AWAITING_FINALIZATION");
        trial.git("commit", "-q", "--amend", "--no-edit", "new.txt");
        assertThat(trial.turn(SUBMIT).status()).isEqualTo("FINALIZE_COMPLETE");
    }

    @Test
    void S0_48_the_plan_is_to_be_updated() throws IOException {
        onABranch();
        var hash = trial.git("rev-parse", "HEAD");
        var turn =
                trial.state("FINALIZE_COMPLETE", "\"last_commit_hash\": \"" + hash + "\"")
                        .turn(GET);
        assertThat(turn.out()).contains("PLAN.md", "[DONE]", hash);
        assertThat(turn.status()).isEqualTo("FINALIZE_COMPLETE");
    }

    @Test
    void S0_49_the_plan_must_have_changed_and_name_the_commit() throws IOException {
        onABranch();
        var hash = trial.git("rev-parse", "HEAD");
        trial.state(
                "FINALIZE_COMPLETE",
                "\"last_commit_hash\": \""
                        + hash
                        + "\", \"current_pr_branch\": \"feat/my-feature\"");
        var unchanged = trial.turn(SUBMIT);
        assertThat(unchanged.exit()).isEqualTo(1);
        assertThat(unchanged.err()).contains("has not been changed");
        assertThat(trial.file("PLAN.md", "- [DONE] a feature\n").turn(SUBMIT).err())
                .contains("does not contain the hash");
        var turn = trial.file("PLAN.md", "- [DONE] a feature (" + hash + ")\n").turn(SUBMIT);
        assertThat(turn.status()).isEqualTo("PLAN_UPDATED");
        assertThat(turn.gitCalls()).anyMatch(call -> call.contains("commit"));
        assertThat(trial.git("show", "HEAD:PLAN.md")).contains(hash);
        assertThat(trial.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void S0_49_no_file_may_have_changed_if_no_plan_file_is_named() throws IOException {
        onABranch();
        trial.plan("{\"prTitle\": \"t\"}").state("FINALIZE_COMPLETE").turn(SamplePlans.GET);
        assertThat(trial.file("new.txt", "behind the review\n").turn(SUBMIT).err())
                .contains("new.txt");
        trial.git("checkout", "-q", "new.txt");
        assertThat(trial.turn(SUBMIT).status()).isEqualTo("PLAN_UPDATED");
    }

    @Test
    void S0_50_the_plan_update_is_followed_by_the_merge() throws IOException {
        assertThat(trial.state("PLAN_UPDATED").turn(GET).status()).isEqualTo("MERGING_BRANCH");
    }

    @Test
    void S0_51_the_branch_is_merged_and_deleted_and_the_next_one_starts() throws IOException {
        onABranch();
        var before = trial.git("rev-parse", "main");
        var turn =
                trial.state("MERGING_BRANCH", "\"current_pr_branch\": \"feat/my-feature\"")
                        .turn(GET);
        assertThat(turn.gitCalls())
                .containsExactly(
                        "checkout main",
                        "pull",
                        "merge --no-ff feat/my-feature",
                        "branch -d feat/my-feature");
        assertThat(turn.plan()).isEmpty();
        assertThat(turn.state().get().line()).isEqualTo("{\"status\":\"INITIALIZING\"}");
        assertThat(turn.out())
                .isEqualTo("Branch merged and deleted. Call 'get_task' to begin the next PR.\n");
        assertThat(trial.git("rev-list", "--first-parent", "--count", before + "..main"))
                .isEqualTo("1");
        assertThat(trial.turn(GET).out()).startsWith("Please read the plan file");
    }

    @Test
    void S0_52_a_conflict_halts_and_leaves_everything_as_it_was() throws IOException {
        onABranch();
        trial.git("checkout", "-q", "main");
        trial.file("new.txt", "theirs\n").git("add", "new.txt");
        trial.git("commit", "-q", "-m", "in the way");
        trial.git("push", "-q");
        trial.git("checkout", "-q", "feat/my-feature");
        var main = trial.git("rev-parse", "main");
        var turn =
                trial.state("MERGING_BRANCH", "\"current_pr_branch\": \"feat/my-feature\"")
                        .turn(GET);
        assertThat(turn.status()).isEqualTo("HALTED");
        assertThat(turn.exit()).isEqualTo(20);
        assertThat(turn.err())
                .isEqualTo(
                        "ERROR: Automated merge failed due to a conflict. Please resolve the"
                            + " conflict in branch 'feat/my-feature' and merge it to main manually."
                            + " Then, delete the branch and the 'ACTIVE_PR.json' file before"
                            + " restarting the agent to continue with the next PR.\n");
        assertThat(trial.git("branch", "--list", "feat/my-feature")).contains("feat/my-feature");
        assertThat(trial.git("rev-parse", "main")).isEqualTo(main);
        assertThat(trial.git("status", "--porcelain")).isEmpty();
        assertThat(trial.folder().resolve(".git/MERGE_HEAD")).doesNotExist();
    }

    /**
     * A pull request whose merge has halted in a conflict, and a person who does what the message
     * says.
     */
    private void conflictFollowed() throws IOException {
        trial = SamplePlans.due(top.resolve("due"));
        trial.git("checkout", "-q", "main");
        trial.file("it.txt", "theirs\n").git("add", "it.txt");
        trial.git("commit", "-q", "-m", "in the way");
        trial.git("push", "-q");
        trial.git("checkout", "-q", "feat/it");
        assertThat(trial.turn(GET).err())
                .contains(
                        "resolve the conflict in branch 'feat/it' and merge it to main manually."
                                + " Then, delete the branch and the 'ACTIVE_PR.json' file");
        trial.git("merge", "-q", "-X", "ours", "-m", "resolved", "main");
        trial.git("checkout", "-q", "main");
        trial.git("merge", "-q", "--no-ff", "-m", "by hand", "feat/it");
        trial.git("branch", "-D", "feat/it");
        Files.delete(trial.folder().resolve("ACTIVE_PR.json"));
    }

    @Test
    void S0_52_the_message_of_a_conflict_leads_on_to_the_next_pull_request() throws IOException {
        conflictFollowed();
        var merged = trial.turn(GET);
        assertThat(merged.out())
                .isEqualTo("Branch merged and deleted. Call 'get_task' to begin the next PR.\n");
        assertThat(merged.status()).isEqualTo("INITIALIZING");
        assertThat(trial.turn(GET).out()).startsWith("Please read the plan file");
        new PullRequestFixture(trial, "feat: next", "next.txt").planned();
        assertThat(trial.git("log", "--format=%s", "--first-parent", "-1", "main"))
                .isEqualTo("by hand");
    }

    @Test
    void S0_52_the_message_leads_on_in_an_imported_session_too() throws IOException {
        onABranch();
        trial.git("checkout", "-q", "main");
        trial.file("new.txt", "theirs\n").git("add", "new.txt");
        trial.git("commit", "-q", "-m", "in the way");
        trial.git("push", "-q");
        trial.git("checkout", "-q", "feat/my-feature");
        trial.plan(plan(task("One", "DONE")))
                .state("MERGING_BRANCH", "\"current_pr_branch\": \"feat/my-feature\"");
        assertThat(trial.turn(GET).status()).isEqualTo("HALTED");
        trial.git("merge", "-q", "-X", "ours", "-m", "resolved", "main");
        trial.git("checkout", "-q", "main");
        trial.git("merge", "-q", "--no-ff", "-m", "by hand", "feat/my-feature");
        trial.git("branch", "-D", "feat/my-feature");
        Files.delete(trial.folder().resolve("ACTIVE_PR.json"));
        assertThat(trial.turn(GET).out())
                .isEqualTo("Branch merged and deleted. Call 'get_task' to begin the next PR.\n");
    }

    @Test
    void S0_52_retry_continues_after_a_conflict_too() throws IOException {
        conflictFollowed();
        var retried = trial.run("retry");
        assertThat(retried.exit()).as(retried.out() + retried.err()).isEqualTo(3);
        for (int i = 0; i < 2; i++) trial.turn(GET);
        assertThat(trial.turn(GET).out()).startsWith("Please read the plan file");
    }

    @Test
    void S0_53_a_halted_run_stays_halted_until_the_user_resets_it() throws IOException {
        trial.state("HALTED", "\"last_error\": \"it broke\"");
        for (var tool : new String[] {GET, SUBMIT, SamplePlans.REDUCE, SamplePlans.ESCALATE}) {
            var turn = trial.turn(tool);
            assertThat(turn.exit()).as(tool).isEqualTo(20);
            assertThat(turn.err()).as(tool).contains("it broke");
            assertThat(turn.status()).isEqualTo("HALTED");
            assertThat(turn.gitCalls()).isEmpty();
        }
        assertThat(trial.run("reset").exit()).isZero();
        assertThat(trial.turn(GET).out()).startsWith("Please read the plan file");
    }

    @Test
    void S0_54_a_turn_shows_all_that_a_call_has_done() throws IOException {
        var turn =
                trial.state("EXECUTING_TDD")
                        .plan(plan(task("One", "TODO", step("GREEN", "TODO"))))
                        .turn(SUBMIT, test("npm test", "PASS"));
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(turn.plan().get().line()).contains("\"DONE\"");
        assertThat(turn.exit()).isZero();
        assertThat(turn.out()).isNotEmpty();
        assertThat(turn.gitCalls()).isEmpty();
        assertThat(turn.commands()).containsExactly("npm test", "npm run preflight");
        assertThat(Files.readString(trial.folder().resolve(".git/info/exclude")))
                .as("nothing of it is ever committed")
                .contains("ACTIVE_PR.json", "ORCHESTRATION_STATE.json");
    }
}
