package dev.foldline.effects.git.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.local.Sandbox;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Branches that are looked at again and again. */
class LocalBranchesTest {
    @TempDir Path folder;
    private Sandbox sandbox;

    @BeforeEach
    void three_commits() throws Exception {
        sandbox = Sandbox.repository(folder);
        for (var each : List.of("one", "two", "three"))
            sandbox.git("commit", "--allow-empty", "-m", each);
    }

    @AfterEach
    void the_sandbox_closes() {
        sandbox.close();
    }

    @Test
    void the_commits_remembered_between_polls_are_bounded() throws Exception {
        try (var branches = LocalBranches.of(sandbox.root, 2)) {
            var tips = branches.tips().values();
            var all = branches.between(tips, List.of());
            assertThat(branches.remembered()).isLessThanOrEqualTo(2);
            assertThat(branches.between(tips, List.of()))
                    .as("and nothing is told otherwise for it")
                    .isEqualTo(all)
                    .hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void a_history_that_is_cut_off_or_fetched_meanwhile_is_read_as_it_is_then() throws Exception {
        try (var branches = LocalBranches.of(sandbox.root)) {
            var tips = branches.tips().values();
            var all = branches.between(tips, List.of());
            var shallow =
                    Files.writeString(
                            branches.folder().resolve("shallow"),
                            sandbox.git("rev-parse", "HEAD~1").strip() + "\n");
            assertThat(branches.between(tips, List.of())).hasSize(2);
            Files.delete(shallow);
            assertThat(branches.between(tips, List.of())).isEqualTo(all);
        }
    }
}
