package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Files;
import java.nio.file.Path;

/** Runs whose base moves on the forge while they wait. */
class PullRequestBaseRunTest {
    @TempDir Path folder;

    @ParameterizedTest
    @MethodSource("dev.foldline.app.forge.DeliveryFixture#forges")
    void a_conflict_is_resolved_checked_and_pushed(ForgeKind kind) throws Exception {
        try (var at = new DeliveryFixture(folder, kind)) {
            var request = at.opened();
            at.baseMoved("work.txt");
            assertThat(at.forge.conflicts(request)).isTrue();
            at.synced(3);
            assertThat(at.forge.conflicts(request)).isFalse();
            assertThat(at.forge.isBehind(request)).isFalse();
            assertThat(at.prompts("fixer"))
                    .singleElement()
                    .asString()
                    .contains("conflicts with main", "work.txt", "CONFLICT (add/add)");
            assertThat(at.place.read("work.txt"))
                    .contains("theirs", "line by", "fix by")
                    .doesNotContain("<<<<<<<", ">>>>>>>");
            at.synced(3);
            assertThat(at.prompts("fixer")).hasSize(1);
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    @Thorough
    @Test
    void a_conflict_that_is_not_resolved_is_not_pushed() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var request = at.opened();
            var pushed = at.forge.head(request.branch);
            at.baseMoved("work.txt");
            var keeps = Path.of(at.place.environment.get("HOME")).resolve("keeps-markers");
            Files.createFile(keeps);
            assertThat(at.synced(1).all()).contains("foldline retry");
            assertThat(at.forge.head(request.branch)).isEqualTo(pushed);
            Files.delete(keeps);
            var retried = at.place.foldline("retry");
            assertThat(retried.exit()).as(retried.all()).isEqualTo(3);
            assertThat(at.forge.conflicts(request)).isFalse();
        }
    }

    @Thorough
    @Test
    void a_base_that_moves_without_a_conflict_is_merged_if_that_is_configured() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.forge.strict = true;
            at.configured(", update: behind");
            var request = at.opened();
            at.baseMoved("other.txt");
            at.synced(3);
            assertThat(at.forge.isBehind(request)).isFalse();
            assertThat(at.prompts("fixer")).isEmpty();
            assertThat(at.place.read("other.txt")).isEqualTo("theirs\n");
        }
    }
}
