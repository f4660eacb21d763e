package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.plan;
import static dev.foldline.scenario.tdd.SamplePlans.project;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** The branch of a pull request: where it begins and what it is called. */
class PullRequestBranchTest {
    private static final String RED_NEXT = plan(task("One", "TODO", step("RED", "TODO")));

    @TempDir Path top;

    @Test
    void S0_12_the_branch_starts_at_the_remote_state_of_the_base() throws IOException {
        var turn = project(top).state("CREATING_BRANCH").plan(RED_NEXT).turn(GET);
        assertThat(turn.gitCalls())
                .containsExactly("checkout main", "pull", "checkout -b feat/implement-new-feature");
        assertThat(turn.status()).isEqualTo("EXECUTING_TDD");
        assertThat(turn.state().get().text("current_pr_branch"))
                .contains("feat/implement-new-feature");
        assertThat(turn.out()).contains("red it");
    }

    @Test
    void S0_14_a_repository_without_a_remote_is_not_pulled() throws IOException {
        var trial = project(top).state("CREATING_BRANCH").plan(RED_NEXT);
        trial.git("remote", "remove", "origin");
        assertThat(trial.turn(GET).gitCalls())
                .containsExactly("checkout main", "checkout -b feat/implement-new-feature");
    }

    @Test
    void S0_15_a_refusal_of_git_is_reported_and_the_run_halts_where_it_was() throws IOException {
        var trial =
                project(top).state("CREATING_BRANCH").plan(RED_NEXT).file("README.md", "changed\n");
        var turn = trial.turn(GET);
        assertThat(turn.status()).isEqualTo("HALTED");
        assertThat(turn.state().get().text("last_error").get())
                .contains("uncommitted", "README.md");
        assertThat(turn.exit()).isEqualTo(20);
        assertThat(trial.git("branch", "--list", "feat/*")).isEmpty();
        trial.git("checkout", "-q", "README.md");
        assertThat(trial.run("retry").exit()).as("it waits for the next call").isEqualTo(3);
        assertThat(trial.turn(GET).status()).isEqualTo("EXECUTING_TDD");
    }
}
