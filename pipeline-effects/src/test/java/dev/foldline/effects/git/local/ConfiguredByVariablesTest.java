package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.GitReads.Identity;
import dev.foldline.effects.git.OpenRepositoryResult;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What people configure by {@code GIT_CONFIG_COUNT} and its like reaches git, and leads it to no
 * other repository.
 */
class ConfiguredByVariablesTest {
    @TempDir Path folder;
    private Sandbox sandbox;

    @BeforeEach
    void begin() throws IOException {
        sandbox = Sandbox.repository(folder);
    }

    @Test
    void the_committer_is_known_from_variables() throws IOException {
        OpeningTest.forgetAda(sandbox);
        try (var reported =
                sandbox.with(settings("user.name", "Grace", "user.email", "grace@example.org"))
                        .write("c.txt", "c")) {
            assertThat(reported.open().identity())
                    .isEqualTo(new Identity.Known("Grace <grace@example.org>"));
            assertThat(reported.committed().author()).contains("Grace");
        }
    }

    /** Git itself can be told to take each repository for somebody else's. */
    @Test
    void a_repository_of_another_user_opens_if_variables_mark_it_safe() throws IOException {
        assertThat(foreign(Map.of())).isInstanceOf(OpenRepositoryResult.Unreadable.class);
        var opening = foreign(settings("safe.directory", sandbox.root.toRealPath().toString()));
        assertThat(opening)
                .isInstanceOfSatisfying(
                        OpenRepositoryResult.Opened.class, opened -> opened.git().close());
    }

    private OpenRepositoryResult foreign(Map<String, String> variables) throws IOException {
        return new Repositories(
                        sandbox.with(variables)
                                .settings
                                .withVariable("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1"))
                .open(sandbox.root);
    }

    @Test
    void no_setting_leads_to_another_working_tree() throws IOException {
        var elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        try (var reported =
                sandbox.with(settings("core.worktree", elsewhere.toString(), "core.bare", "true"))
                        .write("c.txt", "c")) {
            assertThat(reported.open().place().root()).isEqualTo(sandbox.root.toRealPath());
            assertThat(reported.filesIn(reported.committed().hash())).contains("c.txt");
        }
    }

    @Test
    void hooks_from_elsewhere_are_run_and_known() throws IOException {
        var hooks = Files.createDirectories(folder.resolve("hooks"));
        Files.writeString(hooks.resolve("post-commit"), "#!/bin/sh\ntouch ran\n");
        assertThat(hooks.resolve("post-commit").toFile().setExecutable(true)).isTrue();
        try (var reported =
                sandbox.with(settings("core.hooksPath", hooks.toString())).write("c.txt", "c")) {
            assertThat(reported.open().influences().hooks()).isEqualTo(hooks);
            reported.committed();
            assertThat(sandbox.root.resolve("ran")).exists();
        }
    }

    @Test
    void our_settings_take_precedence_over_those_of_variables_and_keep_the_others()
            throws IOException {
        var settings =
                sandbox.with(settings("pull.rebase", "true", "user.name", "Grace"))
                        .settings
                        .configured(Map.of("pull.rebase", "false"));
        var repositories = new Repositories(settings);
        try (var git = ((OpenRepositoryResult.Opened) repositories.open(sandbox.root)).git()) {
            assertThat(git.runAsUser("config", "pull.rebase").out()).isEqualTo("false");
            assertThat(git.runAsUser("config", "user.name").out()).isEqualTo("Grace");
        }
    }

    @Test
    void an_invalid_count_is_reported_with_the_message_of_git() throws IOException {
        var reported = sandbox.with(Map.of("GIT_CONFIG_COUNT", "many"));
        assertThat(new Repositories(reported.settings).open(sandbox.root))
                .isInstanceOfSatisfying(
                        OpenRepositoryResult.Unreadable.class,
                        refused -> assertThat(refused.what()).contains("GIT_CONFIG_COUNT"));
    }

    @Test
    void variables_of_git_for_its_own_children_are_not_passed_on() {
        assertThat(
                        sandbox.with(Map.of("GIT_CONFIG_PARAMETERS", "'user.name=Grace'"))
                                .settings
                                .environment())
                .doesNotContainKey("GIT_CONFIG_PARAMETERS");
    }

    private static Map<String, String> settings(String... keysAndValues) {
        var variables = new HashMap<String, String>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            variables.put("GIT_CONFIG_KEY_" + i / 2, keysAndValues[i]);
            variables.put("GIT_CONFIG_VALUE_" + i / 2, keysAndValues[i + 1]);
        }
        variables.put("GIT_CONFIG_COUNT", String.valueOf(keysAndValues.length / 2));
        return variables;
    }
}
