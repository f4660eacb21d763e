package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Set;

/** Gates that are answered by comments on the pull request. */
class PullRequestAnswerTest {
    @TempDir Path folder;
    private DeliveryFixture at;
    private CliFixture place;
    private FakeForge forge;

    @BeforeEach
    void host() throws Exception {
        at = new DeliveryFixture(folder, ForgeKind.GITHUB);
        place = at.place;
        forge = at.forge;
        forge.writers = Set.of("me", "runner", "other");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    private void frozen(String name) {
        var frozen = place.foldline("freeze", name, "-m", "review it");
        assertThat(frozen.exit()).as(frozen.all()).isZero();
    }

    private boolean isFrozen() {
        return place.foldline("gates").out().contains("review it");
    }

    private String logged() {
        return place.foldline("log", "--json").out();
    }

    @Test
    void an_approval_that_names_the_head_counts_once_and_from_an_allowed_account_only()
            throws Exception {
        at.configured(", approvers: [Me, runner]");
        var request = at.opened();
        var head = forge.head(request.branch);
        forge.comment("me", "/foldline approve " + head);
        at.synced(3);
        assertThat(logged()).contains("does not count: no gate is open");
        frozen("ship");
        at.synced(3);
        assertThat(isFrozen()).as("the comment was there before the gate").isTrue();
        forge.comment("runner", "/foldline approve " + head)
                .comment("other", "/foldline approve " + head)
                .comment("stranger", "/foldline approve " + head)
                .comment("me", "/foldline approve " + "0".repeat(40));
        at.synced(3);
        assertThat(isFrozen()).isTrue();
        assertThat(logged())
                .contains(
                        "the account of the token cannot answer",
                        "by other, which does not count: this account may not answer",
                        "it does not name the current head")
                .doesNotContain("stranger");
        forge.comment("me", "/foldline approve " + head.substring(0, 8));
        var counted = at.synced(3);
        assertThat(isFrozen()).as(counted.all() + logged()).isFalse();
        assertThat(at.prompts("fixer")).as("an answer asks for no change").isEmpty();
        assertThat(place.foldline("log").out()).contains("approved", "by me (forge)");
        frozen("again");
        at.synced(3);
        assertThat(isFrozen()).as("each answer counts once").isTrue();
        forge.comment("me", "/foldline reject because it is TOO SLOW");
        at.synced(1);
        assertThat(logged()).contains("TOO SLOW");
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
    }
}
