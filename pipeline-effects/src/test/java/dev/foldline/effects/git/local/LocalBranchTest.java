package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.ENGINE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.BranchOutcome.OnBranch;
import dev.foldline.effects.git.BranchOutcome.RefMove;
import dev.foldline.effects.git.BranchOutcome.State;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.RepositoryFingerprint.Moved;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.WorktreeOutcome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Branches, other refs and worktrees: opened once, moved only from where they were expected, never
 * lost.
 */
class LocalBranchTest {
    @TempDir Path folder;
    private Sandbox sandbox;

    @BeforeEach
    void openRepository() throws IOException {
        sandbox = Sandbox.repository(folder);
    }

    @AfterEach
    void closeRepository() {
        sandbox.close();
    }

    @Test
    void a_branch_is_opened_with_the_users_changes_kept() throws IOException {
        sandbox.write("a.txt", "mine\n").write("PROMPT.md", "task").git("add", "a.txt");
        var before = sandbox.status();
        assertThat(sandbox.open().openBranch("foldline/task", "main", "r1"))
                .isInstanceOf(OnBranch.class);
        assertThat(sandbox.git("symbolic-ref", "--short", "HEAD")).isEqualTo("foldline/task");
        assertThat(sandbox.status()).isEqualTo(before);
        assertThat(sandbox.open().branch("foldline/task"))
                .isEqualTo(new State.At(sandbox.head(), true));
        assertThat(sandbox.open().branch("main")).isEqualTo(new State.At(sandbox.head(), false));
        assertThat(sandbox.open().branch("other")).isEqualTo(new State.NoSuchBranch());
    }

    @Test
    void a_branch_that_is_there_is_never_taken_over() throws IOException {
        sandbox.git("branch", "foldline/task");
        assertThat(sandbox.open().openBranch("foldline/task", "main", "r1"))
                .isEqualTo(new BranchOutcome.Exists(sandbox.head()));
        assertThat(sandbox.open().head().branch()).contains("main");
    }

    @Test
    void a_branch_of_ours_is_recognized_by_its_reflog_at_its_start() throws IOException {
        var first = sandbox.head();
        sandbox.open().openBranch("foldline/task", "main", "r1");
        assertThat(sandbox.git("log", "--walk-reflogs", "--format=%gs", "foldline/task"))
                .isEqualTo("foldline: open for r1");
        sandbox.git("checkout", "-q", "main");
        assertThat(sandbox.open().openBranch("foldline/task", "main", "r2"))
                .isEqualTo(new BranchOutcome.Exists(first));
        assertThat(sandbox.open().openBranch("foldline/task", "main", "r1"))
                .isInstanceOf(OnBranch.class);
        sandbox.git("checkout", "-q", "main");
        sandbox.write("a.txt", "2").commitByHand("second");
        assertThat(sandbox.open().openBranch("foldline/task", "main", "r1"))
                .isEqualTo(new BranchOutcome.Exists(first));
    }

    @Test
    void a_base_that_would_overwrite_changes_is_refused_and_leaves_no_branch() throws IOException {
        var first = sandbox.head();
        sandbox.write("a.txt", "second\n").commitByHand("second");
        sandbox.write("a.txt", "mine\n");
        assertThat(sandbox.open().openBranch("foldline/task", first, "r1"))
                .isInstanceOf(BranchOutcome.InTheWay.class);
        assertThat(sandbox.open().branch("foldline/task")).isEqualTo(new State.NoSuchBranch());
        assertThat(sandbox.read("a.txt")).isEqualTo("mine\n");
    }

    @Test
    void a_locked_index_is_reported_with_its_file_and_changes_nothing() throws IOException {
        sandbox.write(".git/index.lock", "");
        var outcome = sandbox.open().openBranch("foldline/task", "main", "r1");
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        BranchOutcome.Locked.class,
                        locked -> assertThat(locked.lockFile()).endsWith("index.lock"));
        assertThat(sandbox.open().branch("foldline/task")).isEqualTo(new State.NoSuchBranch());
    }

    @Test
    void a_failing_hook_after_the_checkout_does_not_undo_it() throws IOException {
        sandbox.hook("post-checkout", "exit 3");
        assertThat(sandbox.open().openBranch("foldline/task", "main", "r1"))
                .isInstanceOf(OnBranch.class);
    }

    @Test
    void a_free_name_minds_case_folders_and_packed_branches() throws IOException {
        assertThat(sandbox.open().freeBranchName("foldline/task")).isEqualTo("foldline/task");
        sandbox.git("branch", "foldline/Task");
        sandbox.git("branch", "foldline/task-2/deep");
        sandbox.git("pack-refs", "--all");
        assertThat(sandbox.open().freeBranchName("foldline/task")).isEqualTo("foldline/task-3");
        assertThatThrownBy(() -> sandbox.open().freeBranchName("foldline/a..b"))
                .isInstanceOf(GitFault.class);
    }

    @Test
    void a_branch_in_the_folders_place_is_named() throws IOException {
        sandbox.git("branch", "foldline");
        assertThatThrownBy(() -> sandbox.open().freeBranchName("foldline/task"))
                .isInstanceOf(GitFault.class)
                .hasMessageContaining("git branch -m foldline");
        assertThat(sandbox.open().openBranch("foldline/task", "main", "r1"))
                .isInstanceOf(BranchOutcome.Failed.class);
    }

    @Test
    void a_ref_is_put_back_only_from_where_it_was_expected() throws IOException {
        var first = sandbox.head();
        var second = sandbox.write("a.txt", "2").commitByHand("second");
        var git = sandbox.open();
        var none = Optional.<String>empty();
        var moved = new RefMove.Moved();
        var elsewhere = new RefMove.Elsewhere(Optional.of(second));
        assertThat(git.restoreRef("refs/heads/main", Optional.of(first), Optional.of(first)))
                .isEqualTo(elsewhere);
        assertThat(git.restoreRef("refs/heads/main", Optional.of(second), Optional.of(first)))
                .isEqualTo(moved);
        assertThat(git.resolve("main")).contains(first);
        assertThat(git.restoreRef("refs/heads/lost", none, Optional.of(second))).isEqualTo(moved);
        assertThat(git.restoreRef("refs/heads/lost", none, Optional.of(first)))
                .isEqualTo(elsewhere);
        assertThat(git.restoreRef("refs/heads/lost", Optional.of(second), none)).isEqualTo(moved);
        assertThat(git.resolve("lost")).isEmpty();
    }

    @Test
    void changes_of_an_agent_in_the_git_folder_are_detected() throws IOException {
        sandbox.git("branch", "other");
        var before = sandbox.open().ground();
        assertThat(before.movedIn(sandbox.open().ground())).isEmpty();
        var first = sandbox.head();
        sandbox.write("a.txt", "x").commitByHand("the agent's own");
        sandbox.git("branch", "-D", "other");
        sandbox.git("tag", "v1");
        sandbox.git("config", "core.editor", "evil");
        sandbox.hook("pre-push", "exit 0");
        sandbox.git("checkout", "-q", "--detach");
        var moved = before.movedIn(sandbox.open().ground());
        assertThat(moved)
                .extracting(Moved::what)
                .containsExactly(
                        "HEAD",
                        "config",
                        "hooks/pre-push",
                        "refs/heads/main",
                        "refs/heads/other",
                        "refs/tags/v1");
        assertThat(moved)
                .contains(new Moved("refs/heads/other", Optional.of(first), Optional.empty()));
        assertThat(
                        before.without("refs/heads/main")
                                .movedIn(sandbox.open().ground().without("refs/heads/main")))
                .hasSize(5);
    }

    @Test
    void reading_and_working_leave_the_fingerprint_unchanged() throws IOException {
        var git = sandbox.open();
        git.openBranch("foldline/task", "main", "r1");
        var before = git.ground().without("refs/heads/foldline/task");
        sandbox.write("a.txt", "x");
        git.workTree(ENGINE);
        sandbox.committed();
        assertThat(before.movedIn(git.ground().without("refs/heads/foldline/task"))).isEmpty();
    }

    @Test
    void a_pattern_is_excluded_once_and_other_lines_stay() throws IOException {
        sandbox.write(".git/info/exclude", "# mine\n*.bak");
        sandbox.open().exclude("/.foldline/");
        sandbox.open().exclude("/.foldline/");
        assertThat(sandbox.read(".git/info/exclude")).isEqualTo("# mine\n*.bak\n/.foldline/\n");
        sandbox.write(".foldline/x", "x");
        assertThat(sandbox.status()).isEmpty();
    }

    @Test
    void a_worktree_is_added_on_a_branch_and_removed_when_nothing_is_lost() throws IOException {
        var path = folder.resolve("linked");
        assertThat(sandbox.open().addWorktree(path, "foldline/wt", "main"))
                .isInstanceOf(WorktreeOutcome.Added.class);
        assertThat(sandbox.open().addWorktree(path, "foldline/wt", "main"))
                .isInstanceOf(WorktreeOutcome.Refused.class);
        try (var linked = sandbox.at(path)) {
            linked.write("c.txt", "only here");
            assertThat(sandbox.open().removeWorktree(path))
                    .isInstanceOf(WorktreeOutcome.Refused.class);
            var commit = linked.committed();
            assertThat(sandbox.open().removeWorktree(path))
                    .isEqualTo(new WorktreeOutcome.Removed());
            assertThat(sandbox.open().resolve("foldline/wt")).contains(commit.hash());
            assertThat(path).doesNotExist();
            assertThat(sandbox.open().removeWorktree(path)).isEqualTo(new WorktreeOutcome.Absent());
        }
    }

    @Test
    void a_worktree_is_added_although_git_met_a_foreign_one_after_creating_the_branch()
            throws IOException {
        var met = folder.resolve("met");
        var git =
                Files.writeString(
                        folder.resolve("git"),
                        """
                        #!/bin/sh
                        case "$*" in *"worktree add"*)
                            [ -e '%1$s' ] || { touch '%1$s'; git branch foldline/wt main; echo "fatal: Invalid path '/r/.git/worktrees/other': No such file or directory" >&2; exit 128; } ;;
                        esac
                        exec git "$@"
                        """
                                .formatted(met));
        assertThat(git.toFile().setExecutable(true)).isTrue();
        try (var other = sandbox.run(git)) {
            assertThat(other.open().addWorktree(folder.resolve("linked"), "foldline/wt", "main"))
                    .isInstanceOf(WorktreeOutcome.Added.class);
        }
        assertThat(met).exists();
    }

    @Test
    void a_worktree_with_commits_no_ref_leads_to_is_kept() throws IOException {
        var path = folder.resolve("linked");
        sandbox.git("worktree", "add", "-q", "--detach", path.toString());
        try (var linked = sandbox.at(path)) {
            linked.write("c.txt", "only here").committed();
            assertThat(sandbox.open().removeWorktree(path))
                    .isInstanceOf(WorktreeOutcome.Refused.class);
            assertThat(path).exists();
        }
    }

    @Test
    void a_worktree_is_removed_with_its_saved_work_and_not_with_later_work() throws IOException {
        var path = folder.resolve("linked");
        sandbox.open().addWorktree(path, "foldline/wt", "main");
        try (var linked = sandbox.at(path)) {
            linked.write("c.txt", "only here");
            var stash =
                    ((SaveOutcome.Saved)
                                    linked.open()
                                            .saveWork(
                                                    "refs/foldline/stash/r1/t1", "Parked", ENGINE))
                            .commit();
            linked.write("c.txt", "and later");
            assertThat(sandbox.open().removeWorktree(path, Optional.of(stash)))
                    .isInstanceOf(WorktreeOutcome.Refused.class);
            assertThat(path.resolve("c.txt")).hasContent("and later");
            linked.write("c.txt", "only here");
            assertThat(sandbox.open().removeWorktree(path, Optional.of(stash)))
                    .isInstanceOf(WorktreeOutcome.Removed.class);
        }
    }

    @Test
    void a_worktree_with_submodules_or_with_a_merge_half_done_is_kept() throws IOException {
        var path = folder.resolve("linked");
        sandbox.open().addWorktree(path, "foldline/wt", "main");
        var its = sandbox.root.resolve(".git/worktrees/linked");
        Files.createDirectory(its.resolve("modules"));
        assertThat(sandbox.open().removeWorktree(path))
                .isEqualTo(new WorktreeOutcome.Refused("it holds submodules"));
        Files.delete(its.resolve("modules"));
        Files.writeString(its.resolve("MERGE_HEAD"), sandbox.open().head().commit() + "\n");
        assertThat(sandbox.open().removeWorktree(path))
                .isEqualTo(new WorktreeOutcome.Refused("a merge is half done in it"));
        assertThat(path.resolve(".git")).exists();
    }

    @Test
    void two_working_trees_of_one_repository_can_commit_at_once() throws Exception {
        var path = folder.resolve("linked");
        sandbox.open().addWorktree(path, "foldline/wt", "main");
        try (var linked = sandbox.at(path)) {
            sandbox.write("here.txt", "x");
            linked.write("there.txt", "x");
            sandbox.open();
            linked.open();
            var trees = List.of(sandbox, linked);
            try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
                var commits =
                        threads.invokeAll(
                                trees.stream()
                                        .<java.util.concurrent.Callable<String>>map(
                                                tree -> () -> tree.committed().hash())
                                        .toList());
                for (var commit : commits)
                    assertThat(sandbox.open().resolve(commit.get())).isPresent();
            }
        }
        assertThat(Files.exists(sandbox.root.resolve("there.txt"))).isFalse();
    }
}
