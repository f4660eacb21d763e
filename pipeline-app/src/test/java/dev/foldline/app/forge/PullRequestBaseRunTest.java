package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Runs whose base moves on the forge while they wait. */
class PullRequestBaseRunTest {
    @TempDir Path folder;

    @Test
    void a_conflict_is_not_pushed_before_it_is_resolved_and_checked() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var request = at.opened();
            var pushed = at.forge.head(request.branch);
            at.baseMoved("work.txt");
            assertThat(at.forge.conflicts(request)).isTrue();
            var keeps = Path.of(at.place.environment.get("HOME")).resolve("keeps-markers");
            Files.createFile(keeps);
            assertThat(at.synced(1).all()).contains("foldline retry");
            assertThat(at.forge.head(request.branch)).isEqualTo(pushed);
            int attempts = at.prompts("fixer").size();
            Files.delete(keeps);
            var retried = at.place.foldline("retry");
            assertThat(retried.exit()).as(retried.all()).isEqualTo(3);
            assertThat(at.forge.conflicts(request)).isFalse();
            assertThat(at.forge.isBehind(request)).isFalse();
            assertThat(at.prompts("fixer"))
                    .hasSize(attempts + 1)
                    .first()
                    .asString()
                    .contains("conflicts with main", "work.txt", "CONFLICT (add/add)");
            assertThat(at.place.read("work.txt"))
                    .contains("theirs", "line by", "fix by")
                    .doesNotContain("<<<<<<<", ">>>>>>>");
            at.synced(3);
            assertThat(at.prompts("fixer")).hasSize(attempts + 1);
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }
}
