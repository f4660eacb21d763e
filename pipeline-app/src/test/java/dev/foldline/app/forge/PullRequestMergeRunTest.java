package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.Map;

/** Runs that merge their pull request themselves. */
class PullRequestMergeRunTest {
    @TempDir Path folder;

    private static long merges(DeliveryFixture at) {
        return at.forge.seen.stream()
                .filter(each -> !each.method().equals("GET") && each.path().endsWith("/merge"))
                .count();
    }

    @ParameterizedTest
    @MethodSource("dev.foldline.app.forge.DeliveryFixture#forges")
    void a_request_is_merged_when_its_checks_have_passed_and_its_reviews_suffice(ForgeKind kind)
            throws Exception {
        try (var at = new DeliveryFixture(folder, kind)) {
            at.configured(", merge: squash");
            at.forge.approvals = 1;
            var request = at.opened();
            assertThat(at.synced(3).out()).contains("no checks are reported");
            int test = at.forge.check("test", request.branch, "", "");
            at.synced(3);
            assertThat(merges(at)).isZero();
            at.forge.ends(test, "success");
            var waits = at.synced(3);
            long refused = merges(at);
            if (refused > 0) assertThat(waits.out()).contains("does not merge yet: Does not have");
            at.synced(3);
            assertThat(merges(at)).as("it is not tried again for nothing").isEqualTo(refused);
            at.forge.approve("me");
            assertThat(at.synced(0).out()).contains("is done");
            assertThat(merges(at)).isEqualTo(refused + 1);
            assertThat(request.method).isEqualTo("squash");
            assertThat(at.place.git("--git-dir", at.bare.toString(), "show", "main:work.txt"))
                    .contains("line by");
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    @Thorough
    @Test
    void checks_that_pass_right_after_the_push_are_not_enough_for_a_merge() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.settle = "1h";
            at.configured(", merge: merge");
            var request = at.opened();
            at.forge.check("lint", request.branch, "success", "");
            at.synced(3);
            assertThat(at.synced(3).out()).contains("its checks are pending");
            assertThat(merges(at)).isZero();
            at.settle = "0s";
            at.configured(", merge: merge");
            at.synced(0);
            assertThat(request.method).isEqualTo("merge");
        }
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("dev.foldline.app.forge.DeliveryFixture#forges")
    void a_draft_is_marked_as_ready_when_its_checks_have_passed(ForgeKind kind) throws Exception {
        try (var at = new DeliveryFixture(folder, kind)) {
            at.configured(", draft: true");
            var request = at.opened();
            assertThat(at.forge.isDraft(request)).isTrue();
            int test = at.forge.check("test", request.branch, "", "");
            at.synced(3);
            assertThat(at.forge.isDraft(request)).isTrue();
            at.forge.ends(test, "success");
            at.synced(3);
            assertThat(at.forge.isDraft(request)).isFalse();
            assertThat(request.title).isEqualTo("Do the work");
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"draft: true,/graphql", "merge: merge,/merge"})
    void a_forge_that_fails_while_a_request_is_completed_does_not_halt_the_run(
            String key, String path) throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.configured(", " + key);
            var request = at.opened();
            at.forge.check("test", request.branch, "success", "");
            var method = path.equals("/merge") ? "PUT" : "POST";
            at.forge.disturb(method, path, 403, Map.of("Retry-After", "9999"), false);
            assertThat(at.synced(3).out())
                    .contains("waits for the checks", "the forge's rate limit is reached");
            assertThat(at.synced(3).all()).doesNotContain("halted");
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    @Thorough
    @Test
    void an_open_gate_and_a_remark_keep_a_request_from_being_merged() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.configured(", merge: merge");
            var request = at.opened();
            assertThat(at.place.foldline("freeze", "ship", "-m", "review it").exit()).isZero();
            at.forge.check("test", request.branch, "success", "");
            at.synced(3);
            assertThat(request.merged).isFalse();
            at.forge.comment("me", "RENAME it");
            assertThat(at.place.foldline("approve", "ship").exit()).isZero();
            at.synced(3);
            assertThat(at.prompts("fixer")).hasSize(1);
            assertThat(request.merged).isFalse();
            at.forge.check("test", request.branch, "success", "");
            at.synced(0);
            assertThat(request.method).isEqualTo("merge");
        }
    }
}
