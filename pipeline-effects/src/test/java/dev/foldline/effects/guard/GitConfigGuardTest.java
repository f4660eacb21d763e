package dev.foldline.effects.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.context.HandlerFixture;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class GitConfigGuardTest {
    @TempDir Path folder;

    @Test
    void the_users_configuration_is_put_back_and_reported() throws Exception {
        try (var at = HandlerFixture.in(folder)) {
            var home = folder.toRealPath().resolve("home");
            var named = home.resolve("gitconfig");
            var before = Files.readString(named);
            var guard =
                    RepositoryGuard.before(
                            at.context(), 7, Vector.empty(), RepositoryGuard.Commits.TAKEN_BACK);
            at.git("config", "--global", "core.hooksPath", folder.resolve("planted").toString());
            Files.writeString(home.resolve(".gitconfig"), "[core]\n\tfsmonitor = planted\n");
            var reported = guard.after().trespass().orElseThrow();
            assertThat(reported).contains("gitconfig (it is put back").contains(".gitconfig");
            assertThat(named).hasContent(before);
            assertThat(home.resolve(".gitconfig")).doesNotExist();
        }
    }

    @Test
    void a_program_of_the_tree_that_git_starts_is_put_back_before_git_starts_it() throws Exception {
        try (var at = HandlerFixture.in(folder)) {
            at.write("tools/clean", "cat\n");
            at.git("config", "filter.t.clean", "sh tools/clean");
            var guard =
                    RepositoryGuard.before(
                            at.context(), 7, Vector.empty(), RepositoryGuard.Commits.TAKEN_BACK);
            at.write("tools/clean", "touch planted\n");
            assertThat(guard.after().trespass().orElseThrow()).contains("changed tools/clean");
            assertThat(at.root.resolve("tools/clean")).hasContent("cat\n");
        }
    }

    /** One that could not be taken away is still there when git would be asked next. */
    @Test
    void config_guards_fail_while_a_new_hook_exists() throws Exception {
        try (var at = HandlerFixture.in(folder)) {
            var fences =
                    GitConfigGuard.around(
                            at.context().git(),
                            at.context().blobs(),
                            RunRefs.look(at.context().git(), Option.none()));
            assertThat(fences.hold()).isTrue();
            at.hook("pre-push", "exit 0");
            assertThat(fences.hold()).isFalse();
        }
    }
}
