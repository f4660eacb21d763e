package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.GitReads.Identity;
import dev.foldline.effects.git.OpenRepositoryResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where Foldline can work, where it cannot, and that it says why. */
class OpeningTest {
    @TempDir Path folder;

    @Test
    void a_folder_outside_any_repository_is_refused() throws IOException {
        var sandbox = Sandbox.empty(folder);
        assertRefused(sandbox, OpenRepositoryResult.NotARepository.class);
    }

    @Test
    void a_folder_whose_name_has_two_lines_is_opened() throws IOException {
        try (var sandbox =
                Sandbox.repository(Files.createDirectory(folder.resolve("two\nlines")))) {
            var place = sandbox.open().place();
            assertThat(place.root()).isEqualTo(sandbox.root.toRealPath());
            assertThat(place.gitFolder())
                    .isEqualTo(sandbox.root.toRealPath().resolve(".git"))
                    .isEqualTo(place.commonFolder());
        }
    }

    @Test
    void a_folder_that_is_not_there_is_refused() throws IOException {
        var sandbox = Sandbox.empty(folder);
        assertRefused(
                sandbox.at(folder.resolve("nowhere")), OpenRepositoryResult.NotARepository.class);
    }

    @Test
    void a_bare_repository_is_refused() throws IOException {
        var sandbox = Sandbox.empty(folder);
        sandbox.git("init", "-q", "--bare");
        assertRefused(sandbox, OpenRepositoryResult.Bare.class);
    }

    @Test
    void the_git_folder_itself_is_refused() throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            assertRefused(
                    sandbox.at(sandbox.root.resolve(".git")),
                    OpenRepositoryResult.InsideGitFolder.class);
        }
    }

    @Test
    void a_repository_without_a_commit_is_refused() throws IOException {
        var sandbox = Sandbox.empty(folder);
        sandbox.git("init", "-q");
        assertRefused(sandbox, OpenRepositoryResult.Unborn.class);
    }

    /** JGit would misread it, and git here cannot make one: the folder stands for it. */
    @Test
    void a_sha_256_repository_with_a_reftable_is_refused() throws IOException {
        var sandbox = Sandbox.empty(folder);
        sandbox.git("init", "-q", "--object-format=sha256");
        sandbox.write("a.txt", "one\n").commitByHand("first");
        Files.createDirectory(sandbox.root.resolve(".git/reftable"));
        assertRefused(sandbox, OpenRepositoryResult.Sha256Reftable.class);
    }

    @Test
    void a_damaged_repository_is_refused_with_the_message_of_git() throws IOException {
        var sandbox = Sandbox.repository(folder);
        Files.writeString(sandbox.root.resolve(".git/config"), "[core\n");
        assertThat(assertRefused(sandbox, OpenRepositoryResult.Unreadable.class).what())
                .contains("config");
    }

    @Test
    void a_missing_git_is_reported_with_its_name() throws IOException {
        var sandbox = Sandbox.repository(folder);
        var settings = sandbox.settings;
        var missing =
                new GitOptions(
                        "no-such-git",
                        settings.environment(),
                        settings.lockTimeout(),
                        settings.commandTimeout(),
                        settings.hookTimeout());
        assertThat(new Repositories(missing).open(sandbox.root))
                .isEqualTo(
                        new OpenRepositoryResult.GitMissing(
                                sandbox.root.toAbsolutePath().normalize(), "no-such-git"));
    }

    @Test
    void an_old_git_is_refused_by_its_version() throws IOException {
        var sandbox = Sandbox.repository(folder);
        Path old = folder.resolve("old-git");
        Files.writeString(old, "#!/bin/sh\necho git version 2.17.1\n");
        assertThat(old.toFile().setExecutable(true)).isTrue();
        var settings = sandbox.settings;
        var aged =
                new GitOptions(
                        old.toString(),
                        settings.environment(),
                        settings.lockTimeout(),
                        settings.commandTimeout(),
                        settings.hookTimeout());
        assertThat(new Repositories(aged).open(sandbox.root))
                .isInstanceOf(OpenRepositoryResult.GitTooOld.class);
    }

    @Test
    void any_folder_of_the_working_tree_opens_its_root() throws IOException {
        try (var sandbox = Sandbox.repository(folder);
                var below = sandbox.at(sandbox.root.resolve("folder"))) {
            var place = below.open().place();
            assertThat(place.root()).isEqualTo(sandbox.root.toRealPath());
            assertThat(place.linked()).isFalse();
        }
    }

    @Test
    void a_linked_worktree_has_a_git_folder_of_its_own_and_shares_the_common_one()
            throws IOException {
        try (var sandbox = Sandbox.repository(folder);
                var linked = sandbox.at(folder.resolve("linked"))) {
            sandbox.git("worktree", "add", "-q", "-b", "other", linked.root.toString());
            var place = linked.open().place();
            assertThat(place.linked()).isTrue();
            assertThat(place.commonFolder()).isEqualTo(sandbox.open().place().commonFolder());
            assertThat(linked.open().head().branch()).contains("other");
            assertThat(sandbox.open().head().branch()).contains("main");
        }
    }

    @Test
    void a_detached_head_has_no_branch() throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            sandbox.git("checkout", "-q", "--detach");
            var head = sandbox.open().head();
            assertThat(head.detached()).isTrue();
            assertThat(head.commit()).isEqualTo(sandbox.head());
        }
    }

    @Test
    void the_committer_is_known_or_reported_as_unknown() throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            assertThat(sandbox.open().identity())
                    .isEqualTo(new Identity.Known("Ada <ada@example.org>"));
            forgetAda(sandbox);
            assertThat(sandbox.open().identity()).isInstanceOf(Identity.Unknown.class);
        }
    }

    @Test
    void variables_that_would_lead_git_elsewhere_are_not_handed_on() {
        var settings =
                GitOptions.from(
                        Map.of(
                                "GIT_DIR",
                                "/elsewhere",
                                "GIT_INDEX_FILE",
                                "/x",
                                "GIT_AUTHOR_NAME",
                                "Ada",
                                "PATH",
                                "/bin"));
        assertThat(settings.environment()).containsOnlyKeys("GIT_AUTHOR_NAME", "PATH");
    }

    @Test
    void the_base_branch_is_the_configured_one_then_origins_then_main_then_master()
            throws IOException {
        try (var sandbox = Sandbox.repository(folder)) {
            assertThat(sandbox.open().baseBranch(Optional.of("nope"))).isEmpty();
            assertThat(sandbox.open().baseBranch(Optional.empty()).orElseThrow().name())
                    .isEqualTo("main");
            sandbox.git("branch", "-m", "main", "master");
            assertThat(sandbox.open().baseBranch(Optional.empty()).orElseThrow().name())
                    .isEqualTo("master");
            sandbox.git("update-ref", "refs/remotes/origin/trunk", "HEAD");
            sandbox.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
            assertThat(sandbox.open().baseBranch(Optional.empty()).orElseThrow().name())
                    .isEqualTo("origin/trunk");
            assertThat(sandbox.open().baseBranch(Optional.of("master")).orElseThrow().name())
                    .isEqualTo("master");
        }
    }

    static void forgetAda(Sandbox sandbox) throws IOException {
        sandbox.git("config", "--global", "--remove-section", "user");
        sandbox.git("config", "--global", "user.useConfigOnly", "true");
    }

    private static OpenRepositoryResult.Refused assertRefused(
            Sandbox sandbox, Class<? extends OpenRepositoryResult.Refused> expected)
            throws IOException {
        var opening = new Repositories(sandbox.settings).open(sandbox.root);
        assertThat(opening).isInstanceOf(expected);
        var refused = (OpenRepositoryResult.Refused) opening;
        assertThat(refused.what()).isNotBlank();
        assertThat(refused.remedy()).isNotBlank();
        assertThat(refused.where()).isAbsolute();
        return refused;
    }
}
