package dev.foldline.app.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.error.UserError;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where a run is kept whose work is pulled outside a repository. */
class PullWorkspaceTest {
    @TempDir Path folder;

    @Test
    void a_run_is_kept_in_its_user_s_own_state_and_nowhere_else() throws IOException {
        var work = Files.createDirectory(folder.resolve("work"));
        assertThatThrownBy(() -> PullWorkspace.open(work, Map.of()))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("no place for data");
        try (var here =
                PullWorkspace.open(work, Map.of("HOME", folder.resolve("home").toString()))) {
            assertThat(here.runs().root())
                    .startsWithRaw(
                            folder.toRealPath().resolve("home/.local/state/foldline/folders"));
        }
        try (var here =
                PullWorkspace.open(
                        work,
                        Map.of("HOME", "", "XDG_STATE_HOME", folder.resolve("state").toString()))) {
            assertThat(here.runs().root())
                    .startsWithRaw(folder.toRealPath().resolve("state/foldline/folders"));
        }
    }
}
