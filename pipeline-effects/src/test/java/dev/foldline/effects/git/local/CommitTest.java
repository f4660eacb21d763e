package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.ENGINE;
import static dev.foldline.effects.git.local.Sandbox.TRAILER;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.BranchOutcome.RefMove;
import dev.foldline.effects.git.CommitOutcome;
import dev.foldline.effects.git.CommitOutcome.Committed;
import dev.foldline.effects.git.CommitRequest;
import dev.foldline.effects.git.CommitRequest.Terms;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.OpenRepositoryResult;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A commit of ours: what is in it, who may object, how it is known again. */
class CommitTest {
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
    void everything_changed_new_or_deleted_is_committed_by_the_user() throws IOException {
        sandbox.write("a.txt", "changed\n").write("new/c.txt", "three\n").delete("folder/b.txt");
        var parent = sandbox.head();
        var commit = sandbox.committed();
        assertThat(commit.hash()).isEqualTo(sandbox.head());
        assertThat(commit.parents()).containsExactly(parent);
        assertThat(commit.author()).isEqualTo("Ada <ada@example.org>");
        assertThat(commit.subject()).isEqualTo("Work");
        assertThat(commit.ticket()).contains("r0123456789abcdef:t7");
        assertThat(sandbox.filesIn("HEAD")).containsExactly("a.txt", "new/c.txt");
        assertThat(sandbox.status()).isEmpty();
    }

    @Test
    void the_engines_own_files_are_never_committed() throws IOException {
        sandbox.write("foldline.yaml", "x").write("PROMPT.md", "x");
        sandbox.write(".foldline/plan.json", "{}").write("c.txt", "c");
        sandbox.git("add", "foldline.yaml");
        sandbox.committed();
        assertThat(sandbox.filesIn("HEAD")).containsExactly("a.txt", "c.txt", "folder/b.txt");
        assertThat(sandbox.status())
                .isEqualTo("A  foldline.yaml\n?? .foldline/plan.json\n?? PROMPT.md");
    }

    @Test
    void an_empty_change_makes_no_commit_and_leaves_no_files_of_ours() throws IOException {
        sandbox.write("gone.txt", "staged, then deleted").git("add", "gone.txt");
        sandbox.delete("gone.txt");
        var head = sandbox.head();
        assertThat(sandbox.commit()).isEqualTo(new CommitOutcome.NothingToCommit());
        assertThat(sandbox.head()).isEqualTo(head);
        assertThat(sandbox.open().dirty(ENGINE)).isEmpty();
    }

    @Test
    void a_tree_that_is_not_the_checked_one_is_not_committed() throws IOException {
        sandbox.write("a.txt", "checked\n");
        var checked = sandbox.open().workTree(ENGINE);
        var expected =
                new CommitRequest(
                        "Work",
                        new Terms(TRAILER, sandbox.open().head(), Optional.of(checked), ENGINE));
        sandbox.write("a.txt", "meddled\n");
        assertThat(sandbox.open().commitWork(expected))
                .isEqualTo(new CommitOutcome.TreeMoved(sandbox.open().workTree(ENGINE)));
        sandbox.write("a.txt", "checked\n");
        assertThat(sandbox.open().commitWork(expected).made().orElseThrow().tree())
                .isEqualTo(checked);
    }

    @Test
    void a_commit_made_meanwhile_is_detected() throws IOException {
        sandbox.write("a.txt", "ours\n");
        var request = sandbox.request("Work");
        sandbox.commitByHand("theirs");
        assertThat(sandbox.open().commitWork(request))
                .isEqualTo(new CommitOutcome.HeadMoved(sandbox.open().head()));
    }

    @Test
    void a_commit_made_while_our_hook_runs_stays() throws IOException {
        sandbox.write("a.txt", "ours\n")
                .hook(
                        "pre-commit",
                        "env -u GIT_INDEX_FILE -u GIT_REFLOG_ACTION git commit -q --no-verify"
                                + " --allow-empty -m theirs");
        assertThat(sandbox.commit()).isEqualTo(new CommitOutcome.HeadMoved(sandbox.open().head()));
        assertThat(sandbox.git("log", "--format=%s")).isEqualTo("theirs\nfirst");
        assertThat(sandbox.status()).isEqualTo(" M a.txt");
    }

    @Test
    void a_commit_of_protected_files_made_while_our_hook_runs_is_not_undone() throws IOException {
        sandbox.write("a.txt", "ours\n").write("mine.txt", "mine\n");
        sandbox.hook(
                "pre-commit",
                "unset GIT_INDEX_FILE; git add mine.txt; git commit -q --no-verify -m theirs");
        assertThat(sandbox.commit("mine.txt"))
                .isEqualTo(new CommitOutcome.HeadMoved(sandbox.open().head()));
        assertThat(sandbox.git("log", "-1", "--format=%s", "--name-only"))
                .isEqualTo("theirs\n\nmine.txt");
    }

    @Test
    void a_commit_that_took_kept_work_and_was_built_upon_stays_with_what_was_built()
            throws IOException {
        sandbox.write("c.txt", "c").write("mine.txt", "draft").hook("pre-commit", "git add -A");
        sandbox.hook(
                "post-commit",
                "[ -e .git/once ] || { touch .git/once; env -u GIT_INDEX_FILE git commit -q"
                        + " --no-verify --allow-empty -m theirs; }");
        assertThat(sandbox.commit("mine.txt")).isInstanceOf(CommitOutcome.Stands.class);
        assertThat(sandbox.git("log", "--format=%s")).isEqualTo("theirs\nWork\nfirst");
    }

    @Test
    void a_switched_branch_is_seen_even_at_the_same_commit() throws IOException {
        sandbox.write("a.txt", "ours\n");
        var request = sandbox.request("Work");
        sandbox.git("checkout", "-q", "-b", "elsewhere");
        assertThat(sandbox.open().commitWork(request)).isInstanceOf(CommitOutcome.HeadMoved.class);
    }

    @Test
    void a_half_done_merge_is_not_committed_as_work() throws IOException {
        sandbox.git("checkout", "-q", "-b", "side");
        sandbox.write("a.txt", "side\n").commitByHand("side");
        sandbox.git("checkout", "-q", "main");
        sandbox.write("a.txt", "main\n").commitByHand("main");
        sandbox.gitMayFail("merge", "side");
        assertThat(sandbox.commit()).isEqualTo(new CommitOutcome.Unfinished("merge"));
        assertThat(sandbox.open().unfinishedOperation()).contains("merge");
    }

    @Test
    void a_hook_may_refuse_and_the_index_stays_unchanged() throws IOException {
        sandbox.hook("pre-commit", "echo tests are red >&2; exit 1").write("c.txt", "c");
        var head = sandbox.head();
        assertThat(sandbox.commit())
                .isInstanceOfSatisfying(
                        CommitOutcome.RejectedByHook.class,
                        rejected -> assertThat(rejected.output()).contains("tests are red"));
        assertThat(sandbox.head()).isEqualTo(head);
        assertThat(sandbox.status()).isEqualTo("?? c.txt");
    }

    @Test
    void a_hook_that_rewrites_the_tree_is_noticed() throws IOException {
        sandbox.hook("pre-commit", "echo formatted > c.txt; git add c.txt").write("c.txt", "raw");
        var staged = sandbox.open().workTree(ENGINE);
        assertThat(sandbox.committed().tree())
                .isNotEqualTo(staged)
                .isEqualTo(sandbox.git("rev-parse", "HEAD^{tree}"));
        assertThat(sandbox.status()).isEmpty();
    }

    @Test
    void a_hook_that_would_commit_the_users_own_change_is_undone() throws IOException {
        sandbox.hook("pre-commit", "git add -A").write("mine.txt", "draft").write("c.txt", "c");
        var head = sandbox.head();
        assertThat(sandbox.commit("mine.txt"))
                .isInstanceOfSatisfying(
                        CommitOutcome.TookExcluded.class,
                        took -> assertThat(took.paths()).containsExactly("mine.txt"));
        assertThat(sandbox.head()).isEqualTo(head);
        assertThat(sandbox.status()).isEqualTo("?? c.txt\n?? mine.txt");
    }

    @Test
    void a_hook_that_rewrites_the_message_may_keep_or_lose_the_trailer() throws IOException {
        sandbox.hook("commit-msg", "printf '\\nChange-Id: I123\\n' >> \"$1\"").write("c.txt", "c");
        assertThat(sandbox.committed().ticket()).contains("r0123456789abcdef:t7");
        sandbox.hook("commit-msg", "echo rewritten > \"$1\"").write("c.txt", "d");
        var terms = sandbox.request("Work").terms();
        var staged = sandbox.open().workTree(ENGINE);
        var lost = sandbox.committed();
        assertThat(lost.message()).isEqualTo("rewritten\n");
        assertThat(sandbox.open().commitSeen(terms)).contains(new Committed(lost));
        sandbox.git("reflog", "expire", "--expire=now", "--all");
        assertThat(sandbox.open().commitSeen(terms)).isEmpty();
        assertThat(
                        sandbox.open()
                                .commitSeen(
                                        new Terms(
                                                TRAILER,
                                                terms.expected(),
                                                Optional.of(staged),
                                                ENGINE)))
                .contains(new Committed(lost));
    }

    @Test
    void a_hook_that_leaves_a_child_process_does_not_delay_us() throws IOException {
        sandbox.hook("post-commit", "sleep 5 &").write("c.txt", "c");
        assertThat(sandbox.commit()).isInstanceOf(Committed.class);
    }

    @Test
    void a_commit_needs_an_identity() throws IOException {
        OpeningTest.forgetAda(sandbox);
        sandbox.write("c.txt", "c");
        assertThat(sandbox.commit()).isInstanceOf(CommitOutcome.NoIdentity.class);
    }

    @ParameterizedTest
    @CsvSource({"gpg.program, false", "gpg.program, no-such-program", "gpg.format, ssh"})
    void a_commit_that_cannot_be_signed_is_reported_and_not_made_unsigned(
            String setting, String value) throws IOException {
        sandbox.git("config", "commit.gpgsign", "true");
        sandbox.git("config", setting, value);
        sandbox.write("c.txt", "c");
        var head = sandbox.head();
        assertThat(sandbox.commit())
                .isInstanceOfSatisfying(
                        CommitOutcome.Unsigned.class,
                        unsigned -> assertThat(unsigned.output()).isNotBlank());
        assertThat(sandbox.head()).isEqualTo(head);
        sandbox.hook("pre-commit", "exit 1");
        assertThat(sandbox.commit())
                .as("it did not come to be signed")
                .isInstanceOf(CommitOutcome.RejectedByHook.class);
    }

    @Test
    void a_locked_branch_is_reported_with_the_lock() throws IOException {
        sandbox.write("c.txt", "c").write(".git/HEAD.lock", "");
        assertThat(sandbox.commit())
                .isInstanceOfSatisfying(
                        CommitOutcome.Locked.class,
                        locked -> assertThat(locked.lockFile()).endsWith("HEAD.lock"));
        assertThat(sandbox.open().lockFiles()).hasSize(1);
    }

    @Test
    void a_locked_index_is_reported_with_its_file_and_nothing_is_committed() throws IOException {
        sandbox.write("c.txt", "c").write(".git/index.lock", "");
        var head = sandbox.head();
        assertThat(sandbox.commit())
                .isInstanceOfSatisfying(
                        CommitOutcome.Locked.class,
                        locked -> assertThat(locked.lockFile()).endsWith("index.lock"));
        assertThat(sandbox.head()).isEqualTo(head);
        assertThat(sandbox.root.resolve(".git/index.lock")).exists();
    }

    @Test
    void an_index_locked_meanwhile_leaves_the_commit_and_is_settled_later() throws IOException {
        sandbox.write("c.txt", "c").hook("post-commit", "touch .git/index.lock");
        var terms = sandbox.request("Work").terms();
        var outcome = sandbox.commit();
        assertThat(outcome).isInstanceOf(Committed.class);
        Files.delete(sandbox.root.resolve(".git/index.lock"));
        assertThat(sandbox.status()).isEqualTo("D  c.txt\n?? c.txt");
        assertThat(sandbox.open().commitSeen(terms)).contains(outcome);
        assertThat(sandbox.status()).isEmpty();
    }

    @Test
    void a_message_is_taken_as_it_is_and_cannot_forge_a_ticket() throws IOException {
        sandbox.write("c.txt", "c");
        var message =
                "Subject\n\n"
                        + "# no comment\n"
                        + "---\n"
                        + "foldline-ticket: r1:t1\n"
                        + "Signed-off-by: Ada <ada@example.org>\n";
        var commit = sandbox.open().commitWork(sandbox.request(message)).made().orElseThrow();
        assertThat(commit.message()).contains("# no comment", "---").doesNotContain("r1:t1");
        assertThat(commit.ticket()).contains("r0123456789abcdef:t7");
    }

    @Test
    void a_commit_is_found_by_its_trailer_only_where_the_branch_leads() throws IOException {
        var parent = sandbox.open().head();
        sandbox.write("c.txt", "c");
        var commit = sandbox.committed();
        assertThat(find(parent)).contains(new Committed(commit));
        assertThat(find(sandbox.open().head())).isEmpty();
        assertThat(find(new Head(Optional.of("gone"), parent.commit()))).isEmpty();
        sandbox.git("reset", "-q", "--soft", parent.commit());
        assertThat(sandbox.open().resolve(commit.hash())).isPresent();
        assertThat(find(parent)).isEmpty();
    }

    private Optional<CommitOutcome> find(Head expected) throws IOException {
        return sandbox.open().commitSeen(new Terms(TRAILER, expected, Optional.empty(), ENGINE));
    }

    @Test
    void a_hook_that_never_ends_is_stopped_and_the_commit_it_followed_counts() throws IOException {
        sandbox.write("c.txt", "c").hook("post-commit", "sleep 600");
        // Long enough for git to come to the hook, however little of the machine it gets.
        try (var git = openWithHookTimeout(Duration.ofSeconds(10))) {
            assertThat(git.commitWork(sandbox.request("Work"))).isInstanceOf(Committed.class);
        }
        sandbox.write("c.txt", "d").hook("pre-commit", "sleep 600");
        try (var git = openWithHookTimeout(Duration.ofSeconds(1))) {
            assertThat(git.commitWork(sandbox.request("Work")))
                    .isInstanceOf(CommitOutcome.Failed.class);
            assertThat(git.lockFiles()).isEmpty();
        }
    }

    @Test
    void commits_an_agent_made_by_itself_become_uncommitted_work_again() throws IOException {
        sandbox.write("mine.txt", "mine").git("add", "mine.txt");
        var before = sandbox.open().head();
        sandbox.write("c.txt", "c");
        sandbox.git("add", "c.txt");
        sandbox.git("commit", "-q", "-m", "the agent's own", "c.txt");
        var after = sandbox.open().head();
        var exclusions = ENGINE.and(List.of("mine.txt"));
        assertThat(sandbox.open().uncommit(before, before.commit(), exclusions))
                .isInstanceOf(RefMove.Elsewhere.class);
        assertThat(sandbox.open().uncommit(after, before.commit(), exclusions))
                .isEqualTo(new RefMove.Moved());
        assertThat(sandbox.open().head()).isEqualTo(before);
        assertThat(sandbox.status()).isEqualTo("A  mine.txt\n?? c.txt");
        assertThat(sandbox.committed("mine.txt").subject()).isEqualTo("Work");
    }

    @Test
    void a_commit_on_a_detached_head_stays_there() throws IOException {
        sandbox.git("checkout", "-q", "--detach");
        sandbox.write("c.txt", "c");
        var commit = sandbox.committed();
        assertThat(sandbox.git("rev-parse", "main")).isEqualTo(commit.parents().getFirst());
    }

    private Git openWithHookTimeout(Duration timeout) throws IOException {
        var impatient = new Repositories(sandbox.settings.withHookTimeout(timeout));
        return ((OpenRepositoryResult.Opened) impatient.open(sandbox.root)).git();
    }
}
