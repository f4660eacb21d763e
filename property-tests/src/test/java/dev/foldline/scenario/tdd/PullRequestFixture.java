package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.SUBMIT;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;
import static dev.foldline.scenario.tdd.SamplePlans.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.app.AgentTrial.Turn;

import java.io.IOException;
import java.util.Map;

/**
 * One pull request worked by a diligent agent, call by call.
 *
 * @param file what it makes
 */
record PullRequestFixture(AgentTrial trial, String title, String file) {

    /** Its plan is handed in; its branch is due. */
    void planned() throws IOException {
        trial.plan(
                SamplePlans.plan(task("Make it", "TODO", step("GREEN", "TODO")))
                        .replace(SamplePlans.TITLE, title));
        assertThat(trial.turn(SUBMIT).status()).isEqualTo("CREATING_BRANCH");
    }

    /**
     * The branch is there; all of the work is done, and committed in two commits. The squash is
     * due.
     */
    void worked() throws IOException {
        trial.file(file, "work\n").git("add", file);
        trial.git("commit", "-q", "-m", "work");
        assertThat(trial.turn(SUBMIT, test("true", "PASS")).exit()).isZero();
        trial.turn(GET);
        trial.file(file, "more work\n").git("commit", "-q", "-a", "-m", "more work");
        for (int i = 0; i < 3 && !trial.turn(GET).status().equals("AWAITING_FINALIZATION"); i++)
            assertThat(i).isLessThan(2);
    }

    /** One commit, which the plan file names. The merge is due. */
    void finished() throws IOException {
        trial.git("reset", "-q", "--soft", "main");
        trial.git("commit", "-q", "-m", title);
        assertThat(
                        trial.turn(SUBMIT, Map.of("commit_hash", trial.git("rev-parse", "HEAD")))
                                .status())
                .isEqualTo("FINALIZE_COMPLETE");
        marked();
        assertThat(trial.turn(SUBMIT).exit()).isZero();
        assertThat(trial.turn(GET).status()).isEqualTo("MERGING_BRANCH");
    }

    /** The plan file is as it should be; it is to be submitted. */
    void marked() throws IOException {
        var plan = java.nio.file.Files.readString(trial.folder().resolve("PLAN.md"));
        trial.file(
                "PLAN.md",
                plan + "- [DONE] " + title + " (" + trial.git("rev-parse", "HEAD") + ")\n");
    }

    /** All of it. */
    Turn merged() throws IOException {
        planned();
        assertThat(trial.turn(GET).status()).isEqualTo("EXECUTING_TDD");
        worked();
        finished();
        return trial.turn(GET);
    }
}
