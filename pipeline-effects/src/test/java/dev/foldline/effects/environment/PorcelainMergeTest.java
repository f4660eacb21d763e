package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;

import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The merge of a pull request on a real repository with a remote, where people, hooks and deaths
 * come in between.
 */
class PorcelainMergeTest {
    private static final AgentRegistry NOBODY = new AgentRegistry(java.util.Map.of());
    private static final String CONFLICT = "ERROR: Automated merge failed due to a conflict.";
    private static final long TICKET = 9;

    @TempDir Path folder;
    private HandlerFixture at;
    private String work = "";

    @BeforeEach
    void aBranch() throws IOException {
        at = HandlerFixture.in(folder).withRemote();
        at.git("checkout", "-q", "-b", "feat/x");
        at.append("a.txt", "ours\n").write("late.txt", "late\n").git("add", "late.txt");
        at.git("commit", "-qam", "feat: x");
        work = at.head();
    }

    @AfterEach
    void close() {
        at.close();
    }

    private MergeBranch merge() {
        return merge(Option.of(work));
    }

    private static MergeBranch merge(Option<String> head) {
        return new MergeBranch(GitHandlerTest.PLACE, Option.of("feat/x"), Option.of("main"), head);
    }

    private Event done(MergeBranch effect) throws IOException {
        return done(TICKET, effect);
    }

    private Event done(long ticket, MergeBranch effect) throws IOException {
        return new GitHandler(at.context()).perform(ticket, effect);
    }

    private Event look(ExternalEffect effect) throws IOException {
        return new Reconciler(at.context(), NOBODY).look(TICKET, effect);
    }

    private Fault fault(MergeBranch effect) throws IOException {
        return ((EffectFailed) done(effect)).fault();
    }

    private void conflicting() throws IOException {
        at.theyPush("a.txt", "theirs\n");
    }

    /** One first-parent commit, the branch gone, the tree clean. */
    private void landedOnce(Event event) throws IOException {
        assertThat(event).isEqualTo(new MergeLanded(TICKET, "main", at.git("rev-parse", "main")));
        assertThat(at.git("branch", "--list", "feat/x")).isEmpty();
        assertThat(at.git("rev-list", "--count", "--merges", "--first-parent", "main"))
                .isEqualTo("1");
        assertThat(at.gitSays("merge-base", "--is-ancestor", work, "main")).isTrue();
        assertThat(at.status()).isEqualTo("?? PROMPT.md");
    }

    /** As it was before, for whoever goes on. */
    private void untouched() throws IOException {
        assertThat(at.git("symbolic-ref", "--short", "HEAD")).isEqualTo("feat/x");
        assertThat(at.git("rev-parse", "feat/x")).isEqualTo(work);
        assertThat(at.gitSays("merge-base", "--is-ancestor", work, "main")).isFalse();
        assertThat(at.gitSays("rev-parse", "--verify", "-q", "MERGE_HEAD")).isFalse();
        assertThat(at.status()).isEqualTo("?? PROMPT.md");
    }

    @Test
    void S0_51_a_merge_lands_and_is_detected_as_landed() throws IOException {
        var event = done(merge());
        landedOnce(event);
        assertThat(look(merge())).isEqualTo(event);
        assertThat(look(merge(Option.none())))
                .as("also where only the merge itself says what it was of")
                .isEqualTo(event);
        landedOnce(done(merge()));
    }

    @Test
    void S0_52_a_conflict_is_reported_as_such_and_undone() throws IOException {
        conflicting();
        assertThat(fault(merge()).message()).startsWith(CONFLICT);
        untouched();
        assertThat(fault(merge()))
                .as("and again")
                .extracting(Fault::kind)
                .isEqualTo(Kind.NEEDS_PERSON);
        untouched();
    }

    @Test
    void a_refusal_of_a_hook_is_not_reported_as_a_conflict() throws IOException {
        at.hook("commit-msg", "echo 'no ticket number' >&2; exit 1");
        assertThat(fault(merge()).message()).contains("no ticket number").doesNotContain(CONFLICT);
        untouched();
        at.hook("commit-msg", "exit 0");
        landedOnce(done(merge()));
    }

    @Test
    void a_missing_branch_is_not_reported_as_a_conflict() throws IOException {
        at.git("branch", "-m", "feat/y");
        assertThat(fault(merge()).message())
                .contains("there is no branch 'feat/x'")
                .doesNotContain(CONFLICT);
    }

    @Test
    void a_merge_in_progress_of_the_user_stays() throws IOException {
        conflicting();
        fault(merge());
        at.git("checkout", "-q", "main");
        assertThat(at.gitSays("merge", "feat/x")).isFalse();
        at.write("a.txt", "resolved\n").git("add", "a.txt");
        assertThat(fault(merge()).message()).contains("a merge is half done");
        assertThat(at.read("a.txt")).isEqualTo("resolved\n");
        assertThat(at.git("diff", "--cached", "--name-only")).contains("a.txt");
        at.git("commit", "-q", "--no-edit");
        landedOnce(done(merge()));
        assertThat(at.read("a.txt")).isEqualTo("resolved\n");
    }

    @Test
    void a_branch_that_the_user_merged_and_deleted_has_landed() throws IOException {
        conflicting();
        fault(merge());
        at.git("pull", "-q", "--no-rebase", "--no-edit", "-X", "ours", "origin", "main");
        at.git("checkout", "-q", "main");
        at.git("merge", "-q", "--no-ff", "feat/x");
        at.git("branch", "-q", "-d", "feat/x");
        assertThat(done(merge())).isInstanceOf(MergeLanded.class);
    }

    @Test
    void a_branch_that_has_moved_since_it_was_counted_is_not_merged() throws IOException {
        at.git("commit", "-q", "--allow-empty", "-m", "behind the review");
        var main = at.git("rev-parse", "main");
        assertThat(fault(merge())).extracting(Fault::kind).isEqualTo(Kind.NEEDS_PERSON);
        assertThat(at.git("rev-parse", "main")).isEqualTo(main);
        at.git("reset", "-q", "--hard", "HEAD~1");
        landedOnce(done(merge()));
    }

    @Test
    void a_branch_that_has_lost_what_was_counted_has_not_landed() throws IOException {
        at.git("reset", "-q", "--hard", "main");
        assertThat(fault(merge())).extracting(Fault::kind).isEqualTo(Kind.NEEDS_PERSON);
        assertThat(at.git("branch", "--list", "feat/x")).isNotEmpty();
    }

    @Test
    void a_branch_that_the_user_merged_has_landed_only_when_it_is_deleted() throws IOException {
        at.git("checkout", "-q", "main");
        at.git("merge", "-q", "--no-ff", "feat/x");
        assertThat(look(merge())).isEqualTo(new NotDone(TICKET));
        landedOnce(done(merge()));
    }

    @Test
    void a_detached_head_is_restored_after_a_conflict() throws IOException {
        conflicting();
        at.git("checkout", "-q", "--detach");
        assertThat(fault(merge()).message()).startsWith(CONFLICT);
        assertThat(at.gitSays("symbolic-ref", "-q", "HEAD")).isFalse();
        assertThat(at.head()).isEqualTo(work);
    }

    @Test
    void another_merge_that_the_user_started_since_a_driver_died_stays() throws IOException {
        at.git("checkout", "-q", "-b", "other", "main");
        at.append("a.txt", "other\n").git("commit", "-qam", "other");
        at.git("checkout", "-q", "main");
        at.append("a.txt", "main\n").git("commit", "-qam", "main");
        at.git("update-ref", "refs/worktree/foldline/joining", work);
        assertThat(at.gitSays("merge", "other")).isFalse();
        at.write("a.txt", "resolved\n").git("add", "a.txt");
        assertThat(fault(merge()).message()).contains("a merge is half done");
        assertThat(at.read("a.txt")).isEqualTo("resolved\n");
        assertThat(at.git("rev-parse", "MERGE_HEAD")).isEqualTo(at.git("rev-parse", "other"));
    }

    @Test
    void uncommitted_work_is_not_carried_to_the_base() throws IOException {
        at.append("a.txt", "more\n");
        assertThat(fault(merge()).message()).contains("a.txt");
        assertThat(at.git("symbolic-ref", "--short", "HEAD")).isEqualTo("feat/x");
    }

    @Test
    void a_conflicting_pull_is_undone() throws IOException {
        at.git("checkout", "-q", "main");
        at.write("folder/b.txt", "ours\n").git("commit", "-qam", "unpushed");
        at.git("checkout", "-q", "feat/x");
        at.theyPush("folder/b.txt", "theirs\n");
        assertThat(fault(merge()).message()).startsWith("git pull: ");
        untouched();
    }

    @Test
    void a_branch_that_was_pushed_before_it_was_squashed_is_still_deleted() throws IOException {
        at.git("push", "-q", "-u", "origin", "feat/x");
        at.git("commit", "-q", "--amend", "-m", "feat: x, squashed");
        work = at.head();
        landedOnce(done(merge()));
    }

    @Test
    void files_that_git_left_partly_written_are_restored() throws IOException {
        at.makeKiller("late.txt");
        assertThat(fault(merge()).message()).startsWith("git merge --no-ff feat/x: ");
        untouched();
        landedOnce(done(merge()));
    }

    @Test
    void a_merge_left_by_a_driver_that_died_in_a_conflict_is_aborted_without_loss()
            throws IOException {
        conflicting();
        at.git("checkout", "-q", "main");
        at.git("pull", "-q");
        at.git("update-ref", "refs/worktree/foldline/joining", work);
        assertThat(at.gitSays("merge", "--no-ff", "feat/x")).isFalse();
        at.write("a.txt", "resolved\n").git("add", "a.txt");
        assertThat(look(merge())).isEqualTo(new NotDone(TICKET));
        assertThat(fault(merge()).message()).startsWith(CONFLICT);
        assertThat(at.status()).isEqualTo("?? PROMPT.md");
        assertThat(
                        at.git(
                                "show",
                                at.git("for-each-ref", "--format=%(refname)", "refs/foldline/stash")
                                        + ":a.txt"))
                .isEqualTo("resolved");
    }

    @Test
    void a_merge_left_by_a_driver_that_died_while_files_were_written_is_undone()
            throws IOException {
        at.git("checkout", "-q", "main");
        at.git("update-ref", "refs/worktree/foldline/joining", work);
        at.makeKiller("late.txt");
        assertThat(at.gitSays("merge", "--no-ff", "feat/x")).isFalse();
        assertThat(at.status()).as("half written").contains("a.txt");
        assertThat(look(merge())).isEqualTo(new NotDone(TICKET));
        landedOnce(done(merge()));
    }
}
