package dev.foldline.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.Repository;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Checkout;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class CheckoutTest {
    @TempDir Path folder;

    private Path real = Path.of("");

    @BeforeEach
    void realNames() throws IOException {
        real = folder.toRealPath();
    }

    @Test
    void a_checkout_is_found_from_any_folder_below() throws Exception {
        Repository.withOneCommit(real.resolve("project"));
        var deep = Files.createDirectories(real.resolve("project/src/main"));
        assertThat(Checkout.at(deep))
                .isEqualTo(new Checkout(real.resolve("project"), real.resolve("project/.git")));
    }

    @Test
    void linked_worktrees_share_one_common_folder() throws Exception {
        Repository.withOneCommit(real.resolve("project"));
        Repository.git(real.resolve("project"), "worktree", "add", "-q", "../linked");
        assertThat(Checkout.at(real.resolve("linked")))
                .isEqualTo(new Checkout(real.resolve("linked"), real.resolve("project/.git")));
    }

    @Test
    void a_repository_without_a_commit_can_be_read() throws Exception {
        Repository.empty(real.resolve("project"));
        assertThat(Checkout.at(real.resolve("project")).root()).isEqualTo(real.resolve("project"));
    }

    @Test
    void a_folder_outside_a_repository_is_refused() {
        assertThatThrownBy(() -> Checkout.at(real))
                .isInstanceOf(UserError.class)
                .hasMessage("not a git repository");
    }

    @Test
    void a_bare_repository_has_no_runs() throws Exception {
        Repository.git(real, "init", "-q", "--bare", "bare.git");
        assertThatThrownBy(() -> Checkout.at(real.resolve("bare.git")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("bare");
    }

    @Test
    void a_worktree_without_its_repository_is_refused() throws Exception {
        Repository.withOneCommit(real.resolve("project"));
        Repository.git(real.resolve("project"), "worktree", "add", "-q", "../linked");
        Files.move(real.resolve("project"), real.resolve("moved"));
        assertThatThrownBy(() -> Checkout.at(real.resolve("linked")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("does not exist");
    }
}
