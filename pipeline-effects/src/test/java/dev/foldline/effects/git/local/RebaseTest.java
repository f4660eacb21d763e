package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.ENGINE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.RebaseOutcome;
import dev.foldline.effects.git.RebaseOutcome.Rebased;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A rebase either is whole, or never was. */
class RebaseTest {
    @TempDir Path folder;
    private Sandbox sandbox;

    @BeforeEach
    void twoBranches() throws IOException {
        sandbox = Sandbox.repository(folder);
        sandbox.git("checkout", "-q", "-b", "foldline/task");
        sandbox.write("ours.txt", "ours\n").committed();
        sandbox.git("checkout", "-q", "main");
        sandbox.write("theirs.txt", "theirs\n").commitByHand("theirs");
        sandbox.git("checkout", "-q", "foldline/task");
    }

    @AfterEach
    void closeRepository() {
        sandbox.close();
    }

    @Test
    void commits_are_put_on_top_with_their_tickets_kept() throws IOException {
        var git = sandbox.open();
        var before = git.head();
        var rebased = (Rebased) git.rebase(before, "main");
        assertThat(rebased.before()).isEqualTo(before.commit());
        assertThat(git.head()).isEqualTo(new Head(Optional.of("foldline/task"), rebased.after()));
        assertThat(git.commit("HEAD").parents()).containsExactly(git.resolve("main").orElseThrow());
        assertThat(git.commit("HEAD").ticket()).contains("r0123456789abcdef:t7");
        assertThat(sandbox.status()).isEmpty();
        assertThat(sandbox.read("theirs.txt")).isEqualTo("theirs\n");
        assertOnlyOneWorktree();
    }

    @Test
    void a_second_rebase_is_up_to_date() throws IOException {
        var git = sandbox.open();
        git.rebase(git.head(), "main");
        assertThat(git.rebase(git.head(), "main"))
                .isEqualTo(new RebaseOutcome.UpToDate(sandbox.head()));
    }

    @Test
    void a_conflict_names_the_paths_and_leaves_everything_as_it_was() throws IOException {
        sandbox.write("theirs.txt", "ours\n").write("a.txt", "x\n").committed();
        var before = sandbox.open().head();
        assertThat(sandbox.open().rebase(before, "main"))
                .isEqualTo(new RebaseOutcome.Conflict(List.of("theirs.txt")));
        assertThat(sandbox.open().head()).isEqualTo(before);
        assertThat(sandbox.open().unfinishedOperation()).isEmpty();
        assertThat(sandbox.status()).isEmpty();
        assertOnlyOneWorktree();
    }

    @Test
    void uncommitted_changes_of_the_user_stay_staged_and_unstaged() throws IOException {
        sandbox.write("folder/b.txt", "mine\n").git("add", "folder/b.txt");
        sandbox.write("a.txt", "mine too\n").write("PROMPT.md", "task");
        var before = sandbox.status();
        assertThat(sandbox.open().rebase(sandbox.open().head(), "main"))
                .isInstanceOf(Rebased.class);
        assertThat(sandbox.status()).isEqualTo(before);
    }

    @Test
    void changes_in_the_way_are_not_overwritten() throws IOException {
        sandbox.write("theirs.txt", "an untracked file of mine\n");
        var before = sandbox.open().head();
        assertThat(sandbox.open().rebase(before, "main"))
                .isInstanceOf(RebaseOutcome.InTheWay.class);
        assertThat(sandbox.open().head()).isEqualTo(before);
        assertThat(sandbox.read("theirs.txt")).isEqualTo("an untracked file of mine\n");
    }

    @Test
    void a_commit_made_while_the_files_change_is_not_overwritten() throws IOException {
        sandbox.write(".git/info/attributes", "theirs.txt filter=meddling\n")
                .write(
                        ".git/meddle.sh",
                        """
                        [ ! -d .git ] || git update-ref HEAD "$(git commit-tree -p HEAD -m 'just now' 'HEAD^{tree}')"
                        exec cat
                        """);
        sandbox.git(
                "config",
                "filter.meddling.smudge",
                "sh '" + sandbox.root.resolve(".git/meddle.sh") + "'");
        var outcome = sandbox.open().rebase(sandbox.open().head(), "main");
        assertThat(outcome).isEqualTo(new RebaseOutcome.HeadMoved(sandbox.open().head()));
        assertThat(sandbox.git("log", "--format=%s")).isEqualTo("just now\nWork\nfirst");
        assertThat(sandbox.status()).isEmpty();
        assertOnlyOneWorktree();
    }

    @Test
    void a_checkout_hook_is_called_and_its_exit_code_is_ignored() throws IOException {
        sandbox.hook("post-checkout", "[ -d .git ] || exit 0; echo \"$1 $2\" >.git/told; exit 3");
        var rebased = (Rebased) sandbox.open().rebase(sandbox.open().head(), "main");
        assertThat(sandbox.read(".git/told"))
                .isEqualTo(rebased.before() + " " + rebased.after() + "\n");
    }

    @Test
    void a_rebase_that_died_between_the_files_and_the_branch_is_repeated() throws IOException {
        var before = sandbox.open().head();
        sandbox.open().rebase(before, "main");
        sandbox.git("update-ref", "HEAD", before.commit());
        assertThat(sandbox.open().rebase(before, "main")).isInstanceOf(Rebased.class);
        assertThat(sandbox.git("log", "--format=%s")).isEqualTo("Work\ntheirs\nfirst");
        assertThat(sandbox.status()).isEmpty();
    }

    @Test
    void a_moved_head_is_seen_before_anything_is_done() throws IOException {
        var stale = sandbox.open().head();
        sandbox.write("more.txt", "x").commitByHand("somebody's");
        assertThat(sandbox.open().rebase(stale, "main"))
                .isInstanceOf(RebaseOutcome.HeadMoved.class);
    }

    @Test
    void a_hook_may_forbid_the_rebase() throws IOException {
        sandbox.hook("pre-rebase", "echo not today >&2; exit 1");
        var before = sandbox.open().head();
        assertThat(sandbox.open().rebase(before, "main")).isInstanceOf(RebaseOutcome.Failed.class);
        assertThat(sandbox.open().head()).isEqualTo(before);
    }

    @Test
    void a_detached_head_is_rebased_and_stays_detached() throws IOException {
        sandbox.git("checkout", "-q", "--detach");
        assertThat(sandbox.open().rebase(sandbox.open().head(), "main"))
                .isInstanceOf(Rebased.class);
        assertThat(sandbox.open().head().detached()).isTrue();
    }

    private void assertOnlyOneWorktree() throws IOException {
        assertThat(sandbox.git("worktree", "list").lines()).hasSize(1);
        assertThat(Files.exists(sandbox.root.resolve(".git/rebase-merge"))).isFalse();
        assertThat(sandbox.open().dirty(ENGINE)).isEmpty();
    }
}
