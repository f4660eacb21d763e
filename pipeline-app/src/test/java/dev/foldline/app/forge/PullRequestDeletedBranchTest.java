package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;

/** Branches that someone deletes while a run waits for its pull request. */
class PullRequestDeletedBranchTest {
    @TempDir Path folder;

    private static void delete(DeliveryFixture at, String branch) throws Exception {
        at.place.git("--git-dir", at.bare.toString(), "branch", "-q", "-D", branch);
    }

    /** The forge closes the pull request, so the run ends; its commits are in the local branch. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GITLAB")
    void a_forge_that_closes_the_request_with_its_branch_ends_the_run(ForgeKind kind)
            throws Exception {
        try (var at = new DeliveryFixture(folder, kind)) {
            var request = at.opened();
            delete(at, request.branch);
            assertThat(at.synced(1).out()).contains("the pull request was closed");
            assertThat(at.forge.head(request.branch)).as("it is not pushed again").isEmpty();
            assertThat(at.place.committed()).containsExactly("work.txt");
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    /** GitLab keeps the request open, and reports a conflict of a branch that it does not have. */
    @Test
    @Thorough
    void an_open_request_without_its_branch_halts_the_run_until_someone_pushes_it()
            throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITLAB)) {
            var request = at.opened();
            delete(at, request.branch);
            var halted = at.synced(1);
            assertThat(halted.all())
                    .contains(
                            "the branch " + request.branch + " was deleted on origin",
                            "push the branch again, or close the pull request");
            assertThat(at.place.foldline("retry").exit()).isEqualTo(1);
            assertThat(at.forge.head(request.branch)).isEmpty();
            assertThat(at.place.committed()).containsExactly("work.txt");
            at.place.git("push", "-q", "origin", request.branch);
            var waits = at.place.foldline("retry");
            assertThat(waits.exit()).as(waits.all()).isEqualTo(3);
            assertThat(at.forge.requests).hasSize(1);
            assertThat(at.prompts("fixer")).isEmpty();
        }
    }

    /** The fix stays in the local branch; the run ends with the request, or halts if it is open. */
    @ParameterizedTest
    @Thorough
    @MethodSource("dev.foldline.app.forge.DeliveryFixture#forges")
    void a_fix_for_a_branch_that_was_deleted_meanwhile_is_kept(ForgeKind kind) throws Exception {
        try (var at = new DeliveryFixture(folder, kind)) {
            at.configured(", update: never");
            var request = at.opened();
            at.forge.check("test", request.branch, "failure", DeliveryFixture.LOG);
            at.deletedMeanwhile(request.branch);
            assertThat(at.synced(1).all())
                    .contains(
                            kind == ForgeKind.GITLAB
                                    ? "was deleted on origin"
                                    : "the pull request was closed");
            assertThat(at.prompts("fixer")).hasSize(1);
            assertThat(at.place.git("show", "HEAD:work.txt")).contains("fix by");
            assertThat(at.forge.head(request.branch)).as("it is not pushed again").isEmpty();
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
            if (kind != ForgeKind.GITLAB) return;
            at.place.git("push", "-q", "origin", request.branch);
            assertThat(at.place.foldline("retry").exit()).isEqualTo(3);
            assertThat(at.forge.head(request.branch)).isEqualTo(at.place.git("rev-parse", "HEAD"));
        }
    }

    @Test
    @Thorough
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
