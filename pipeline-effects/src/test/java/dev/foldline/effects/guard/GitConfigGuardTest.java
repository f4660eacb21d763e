package dev.foldline.effects.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.git.ConfiguredProgram;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter.t.clean",
                "filter.t.smudge",
                "filter.t.process",
                "core.fsmonitor",
                "core.editor",
                "core.sshCommand",
                "core.askPass",
                "diff.external",
                "diff.t.textconv",
                "merge.t.driver",
                "credential.helper",
                "sequence.editor",
                "gpg.program",
                "hook.format.command"
            })
    void a_program_of_the_tree_that_git_starts_is_put_back_before_git_starts_it(String setting)
            throws Exception {
        try (var at = HandlerFixture.in(folder)) {
            at.write("tools/program", "cat\n");
            at.git("config", setting, "sh tools/program");
            var guard =
                    RepositoryGuard.before(
                            at.context(), 7, Vector.empty(), RepositoryGuard.Commits.TAKEN_BACK);
            at.write("tools/program", "touch planted\n");
            assertThat(guard.after().trespass().orElseThrow()).contains("changed tools/program");
            assertThat(at.root.resolve("tools/program")).hasContent("cat\n");
            assertThat(at.root.resolve("planted")).doesNotExist();
        }
    }

    @Test
    void a_program_of_the_tree_that_the_driver_starts_is_put_back() throws Exception {
        try (var at = HandlerFixture.in(folder)) {
            at.write("tools/notify", "cat\n");
            var guard =
                    RepositoryGuard.before(
                            at.context(),
                            7,
                            Vector.empty(),
                            RepositoryGuard.Commits.TAKEN_BACK,
                            List.of(new ConfiguredProgram("notify.command", "tools/notify")));
            at.write("tools/notify", "touch planted\n");
            assertThat(guard.after().trespass().orElseThrow()).contains("changed tools/notify");
            assertThat(at.root.resolve("tools/notify")).hasContent("cat\n");
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
                            RunRefs.look(at.context().git(), Option.none()),
                            List.of());
            assertThat(fences.hold()).isTrue();
            at.hook("pre-push", "exit 0");
            assertThat(fences.hold()).isFalse();
        }
    }
}
