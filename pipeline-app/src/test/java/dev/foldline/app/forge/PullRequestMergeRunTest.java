package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Runs that merge their pull request themselves. */
class PullRequestMergeRunTest {
    @TempDir Path folder;

    private static long merges(DeliveryFixture at) {
        return at.forge.seen.stream()
                .filter(each -> !each.method().equals("GET") && each.path().endsWith("/merge"))
                .count();
    }

    @Test
    void a_draft_is_marked_as_ready_when_its_checks_have_passed_and_merged_when_it_is_reviewed()
            throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.configured(", merge: squash, draft: true");
            at.forge.approvals = 1;
            var request = at.opened();
            assertThat(at.synced(3).out()).contains("no checks are reported");
            int test = at.forge.check("test", request.branch, "", "");
            at.synced(3);
            assertThat(merges(at)).isZero();
            assertThat(at.forge.isDraft(request)).isTrue();
            at.forge.ends(test, "success");
            var waits = at.synced(3);
            assertThat(at.forge.isDraft(request)).isFalse();
            long refused = merges(at);
            if (refused > 0) assertThat(waits.out()).contains("does not merge yet: Does not have");
            at.synced(3);
            assertThat(merges(at)).as("it is not tried again for nothing").isEqualTo(refused);
            at.forge.approve("me");
            assertThat(at.synced(0).out()).contains("Done in ");
            assertThat(merges(at)).isEqualTo(refused + 1);
            assertThat(request.method).isEqualTo("squash");
            assertThat(at.place.git("--git-dir", at.bare.toString(), "show", "main:work.txt"))
                    .contains("line by");
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }
}
