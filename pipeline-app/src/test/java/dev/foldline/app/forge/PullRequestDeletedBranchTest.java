package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Branches that someone deletes while a run waits for its pull request. */
class PullRequestDeletedBranchTest {
    @TempDir Path folder;

    private static void delete(DeliveryFixture at, String branch) throws Exception {
        at.place.git("--git-dir", at.bare.toString(), "branch", "-q", "-D", branch);
    }

    /** The forge closes the pull request, so the run ends; its commits are in the local branch. */
    @Test
    void a_forge_that_closes_the_request_with_its_branch_ends_the_run() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var request = at.opened();
            delete(at, request.branch);
            assertThat(at.synced(1).out()).contains("the pull request was closed");
            assertThat(at.forge.head(request.branch)).as("it is not pushed again").isEmpty();
            assertThat(at.place.committed()).containsExactly("work.txt");
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    /**
     * GitLab alone keeps the request of a deleted branch open, and reports a conflict of a branch
     * that it does not have. The fix stays in the local branch, and the run halts.
     */
    @Test
    void an_open_request_without_its_branch_halts_the_run_with_its_fix_until_it_is_pushed()
            throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITLAB)) {
            at.configured(", update: never");
            var request = at.opened();
            at.forge.check("test", request.branch, "failure", DeliveryFixture.LOG);
            at.deletedMeanwhile(request.branch);
            assertThat(at.synced(1).all())
                    .contains(
                            "the branch " + request.branch + " was deleted on origin",
                            "push the branch again, or close the pull request");
            assertThat(at.place.foldline("retry").exit()).isEqualTo(1);
            assertThat(at.prompts("fixer")).hasSize(1);
            assertThat(at.place.git("show", "HEAD:work.txt")).contains("fix by");
            assertThat(at.forge.head(request.branch)).as("it is not pushed again").isEmpty();
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
            at.place.git("push", "-q", "origin", request.branch);
            assertThat(at.place.foldline("retry").exit()).isEqualTo(3);
            assertThat(at.forge.head(request.branch)).isEqualTo(at.place.git("rev-parse", "HEAD"));
            assertThat(at.forge.requests).hasSize(1);
        }
    }

    @Test
    void a_local_branch_that_was_deleted_is_missed_until_it_is_there_again() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var request = at.opened();
            at.place.git("switch", "-q", "main");
            at.place.git("branch", "-q", "-D", request.branch);
            at.forge.check("test", request.branch, "failure", DeliveryFixture.LOG);
            var refused = at.place.foldline("forge", "sync");
            assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
            assertThat(refused.all()).contains(request.branch).doesNotContain("internal error");
            assertThat(at.forge.head(request.branch)).isNotEmpty();
            at.place.git("fetch", "-q", "origin", request.branch);
            at.place.git("switch", "-q", "-c", request.branch, "FETCH_HEAD");
            at.synced(3);
            assertThat(at.prompts("fixer")).hasSize(1);
        }
    }
}
