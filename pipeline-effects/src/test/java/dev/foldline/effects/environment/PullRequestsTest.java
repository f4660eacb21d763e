package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CountCommits;
import dev.foldline.core.effect.GitEffect.GatherWork;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.ResetTree;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.TreeReset;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The branch of a pull request on a real repository with a remote: opened, counted, reset; refused,
 * killed and done again.
 */
class PullRequestsTest {
    private static final AgentRegistry NOBODY = new AgentRegistry(java.util.Map.of());
    private static final long TICKET = 9;

    @TempDir Path folder;
    private HandlerFixture at;
    private OpenBranch opening;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder).withRemote();
        opening =
                new OpenBranch(
                        GitHandlerTest.PLACE,
                        new Branching.Titled("active_pr", "main"),
                        Option.of(at.blob("{\"prTitle\": \"feat: x\"}")));
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Event done(GitEffect effect) throws IOException {
        return new GitHandler(at.context()).perform(TICKET, effect);
    }

    private Event look(ExternalEffect effect) throws IOException {
        return new Reconciler(at.context(), NOBODY).look(TICKET, effect);
    }

    private Fault fault(GitEffect effect) throws IOException {
        return ((EffectFailed) done(effect)).fault();
    }

    @Test
    void a_branch_is_opened_and_detected_as_open() throws IOException {
        var opened = (BranchOpened) done(opening);
        assertThat(opened.branch()).contains("feat/x");
        assertThat(look(opening)).isEqualTo(opened);
    }

    @Test
    void untracked_files_from_before_belong_to_the_user_and_are_kept() throws IOException {
        at.write("notes [1].txt", "mine\n");
        var opened = (BranchOpened) done(opening);
        assertThat(opened.protectedPaths())
                .contains("notes [1].txt", "ACTIVE_PR.json", "ORCHESTRATION_STATE.json");
        at.write("made.txt", "of the worker\n").write("notes 1.txt", "of the worker\n");
        assertThat(done(new ResetTree(GitHandlerTest.PLACE, opened.protectedPaths())))
                .isInstanceOf(TreeReset.class);
        assertThat(at.read("notes [1].txt")).isEqualTo("mine\n");
        assertThat(at.status()).doesNotContain("made.txt", "notes 1.txt");
    }

    @Test
    void more_untracked_files_than_can_be_named_are_refused_before_anything_is_changed()
            throws IOException {
        for (int each = 0; each < 1_300; each++)
            at.write(
                    "node_modules/" + "a-rather-long-name-of-a-package-".repeat(6) + each + ".js",
                    "");
        assertThat(fault(opening).message())
                .contains("there are 1301 untracked files", ".gitignore");
        assertThat(at.git("branch", "--show-current")).isEqualTo("main");
        at.write(".gitignore", "node_modules\n");
        assertThat(done(opening)).isInstanceOf(BranchOpened.class);
    }

    @Test
    void a_branch_that_the_user_made_meanwhile_is_not_mistaken_for_ours() throws IOException {
        at.git("checkout", "-q", "-b", "feat/x-7");
        assertThat(look(opening)).isEqualTo(new NotDone(TICKET));
        at.git("checkout", "-q", "-b", "feat/x", "main");
        assertThat(look(opening)).isEqualTo(new NotDone(TICKET));
        assertThat(((BranchOpened) done(opening)).branch()).contains("feat/x-2");
    }

    @Test
    void a_branch_that_was_made_but_not_switched_to_is_ours() throws IOException {
        done(opening);
        at.git("checkout", "-q", "main");
        assertThat(look(opening)).isEqualTo(new NotDone(TICKET));
        at.theyPush("theirs.txt", "theirs\n");
        assertThat(((BranchOpened) done(opening)).branch()).contains("feat/x");
        assertThat(at.read("theirs.txt"))
                .as("it begins at the base as it is now")
                .isEqualTo("theirs\n");
        assertThat(at.git("branch", "--list", "feat/*")).isEqualTo("* feat/x");
    }

    @Test
    void a_branch_of_ours_with_work_on_it_is_not_started_again() throws IOException {
        done(opening);
        at.append("a.txt", "work\n").git("commit", "-qam", "work");
        var work = at.head();
        at.git("checkout", "-q", "main");
        assertThat(((BranchOpened) done(opening)).branch()).contains("feat/x-2");
        assertThat(at.git("rev-parse", "feat/x")).isEqualTo(work);
    }

    @Test
    void a_hook_that_fails_behind_the_switch_makes_no_second_branch() throws IOException {
        at.hook("post-checkout", "case \"$(git symbolic-ref HEAD)\" in */feat/*) exit 1 ;; esac");
        assertThat(((BranchOpened) done(opening)).branch()).contains("feat/x");
        assertThat(at.git("branch", "--list", "feat/*")).isEqualTo("* feat/x");
    }

    @Test
    void S0_15_a_conflicting_pull_is_undone() throws IOException {
        at.theyPush("a.txt", "theirs\n");
        at.append("a.txt", "ours\n").git("commit", "-qam", "ours");
        at.git("checkout", "-q", "-b", "elsewhere");
        var main = at.git("rev-parse", "main");
        for (int i = 0; i < 2; i++) {
            assertThat(fault(opening).message()).as("each time").startsWith("git pull: ");
            assertThat(at.git("rev-parse", "main")).isEqualTo(main);
            assertThat(at.git("symbolic-ref", "--short", "HEAD")).isEqualTo("elsewhere");
            assertThat(at.gitSays("rev-parse", "--verify", "-q", "MERGE_HEAD")).isFalse();
            assertThat(at.status()).isEqualTo("?? PROMPT.md");
        }
    }

    @Test
    void a_diverged_base_is_merged_regardless_of_the_users_settings() throws IOException {
        at.git("config", "pull.rebase", "true");
        at.git("config", "branch.main.rebase", "true");
        at.git("commit", "-q", "--allow-empty", "-m", "ours");
        var ours = at.head();
        at.theyPush("theirs.txt", "theirs\n");
        assertThat(done(opening)).isInstanceOf(BranchOpened.class);
        assertThat(at.git("rev-parse", "main^1"))
                .as("what was here keeps its hash")
                .isEqualTo(ours);
        assertThat(at.git("rev-parse", "main^2")).isEqualTo(at.git("rev-parse", "origin/main"));
    }

    @Test
    void files_that_a_checkout_left_partly_written_are_restored() throws IOException {
        at.git("checkout", "-q", "-b", "elsewhere");
        at.append("a.txt", "more\n").git("rm", "-q", "folder/b.txt");
        at.git("commit", "-qam", "here");
        at.makeKiller("folder/b.txt");
        assertThat(fault(opening).message()).startsWith("git checkout main: ");
        assertThat(at.status()).isEqualTo("?? PROMPT.md");
        assertThat(at.git("symbolic-ref", "--short", "HEAD")).isEqualTo("elsewhere");
        assertThat(done(opening)).isInstanceOf(BranchOpened.class);
    }

    @Test
    void files_that_a_pull_left_partly_written_are_restored() throws IOException {
        at.theyPush("a.txt", "one\nmore\n");
        at.theyPush("late.txt", "late\n");
        at.makeKiller("late.txt");
        assertThat(fault(opening).message()).startsWith("git pull: ");
        assertThat(at.status()).isEqualTo("?? PROMPT.md");
        assertThat(done(opening)).isInstanceOf(BranchOpened.class);
        assertThat(at.read("late.txt")).isEqualTo("late\n");
    }

    @Test
    void commits_are_counted_only_on_the_checked_out_branch() throws IOException {
        done(opening);
        at.append("a.txt", "work\n").git("commit", "-qam", "work");
        var counting =
                new CountCommits(
                        GitHandlerTest.PLACE,
                        Option.of("main"),
                        Vector.empty(),
                        Option.of("feat/x"));
        assertThat(done(counting)).isInstanceOf(TreeInspected.class);
        at.git("checkout", "-q", "-b", "another");
        var fault = fault(counting);
        assertThat(fault.kind()).isEqualTo(Kind.CHECK_FAILED);
        assertThat(fault.message()).contains("feat/x", "another");
        at.git("checkout", "-q", "--detach");
        assertThat(fault(counting).message()).contains("no branch");
    }

    @Test
    void gathered_work_can_be_restored_and_later_commits_are_not_gathered() throws IOException {
        done(opening);
        var base = at.head();
        at.append("a.txt", "work\n").git("commit", "-qam", "work");
        var work = at.head();
        var gathering =
                new GatherWork(
                        GitHandlerTest.PLACE,
                        Option.of("feat/x"),
                        Option.of(base),
                        Option.of(work),
                        Vector.empty());
        at.git("commit", "-q", "--allow-empty", "-m", "of a person");
        var theirs = at.head();
        assertThat(fault(gathering).kind()).isEqualTo(Kind.NEEDS_PERSON);
        assertThat(at.head()).isEqualTo(theirs);
        at.git("reset", "-q", "--hard", work);
        var saved = at.context().savedRef(TICKET);
        at.git("update-ref", saved, theirs);
        assertThat(fault(gathering).message()).contains(saved + " keeps another commit");
        assertThat(at.head()).isEqualTo(work);
        at.git("update-ref", "-d", saved);
        assertThat(done(gathering)).isInstanceOf(TreeInspected.class);
        assertThat(at.head()).isEqualTo(base);
        assertThat(at.read("a.txt")).isEqualTo("one\nwork\n");
        assertThat(at.git("for-each-ref", "--format=%(objectname)", "refs/foldline/saved"))
                .isEqualTo(work);
    }

    @Test
    void commits_on_a_branch_that_no_longer_starts_where_it_did_are_left_alone()
            throws IOException {
        done(opening);
        at.append("a.txt", "work\n").git("commit", "-qam", "work");
        var base = at.head();
        at.git("commit", "-q", "--amend", "-m", "rewritten");
        var work = at.head();
        var refused =
                fault(
                        new GatherWork(
                                GitHandlerTest.PLACE,
                                Option.of("feat/x"),
                                Option.of(base),
                                Option.of(work),
                                Vector.empty()));
        assertThat(refused.kind()).isEqualTo(Kind.NEEDS_PERSON);
        assertThat(refused.message()).contains("no longer starts at " + base);
        assertThat(at.head()).isEqualTo(work);
    }

    @Test
    void a_reset_of_resumed_work_keeps_the_users_settings() throws IOException {
        at.write("foldline.yaml", "tdd: {}\n").write("made.txt", "of the worker\n");
        done(new ResetTree(GitHandlerTest.PLACE, Vector.empty()));
        assertThat(at.read("foldline.yaml")).isEqualTo("tdd: {}\n");
        assertThat(at.status()).contains("PROMPT.md").doesNotContain("made.txt");
    }

    @Test
    void a_reset_keeps_what_is_never_committed_as_well() throws IOException {
        at.write("foldline.yaml", "tdd: {}\n").git("add", "foldline.yaml");
        at.git("commit", "-q", "-m", "settings");
        at.write("foldline.yaml", "tdd: {reviews: 1}\n");
        done(new ResetTree(GitHandlerTest.PLACE, Vector.empty()));
        assertThat(saved("foldline.yaml")).containsExactly("tdd: {reviews: 1}");
    }

    @Test
    void changes_between_two_attempts_of_a_reset_are_kept_too() throws IOException {
        at.append("a.txt", "first\n");
        var reset = new ResetTree(GitHandlerTest.PLACE, Vector.empty());
        done(reset);
        at.append("a.txt", "second\n").write("new.txt", "newer\n");
        assertThat(look(reset)).isEqualTo(new NotDone(TICKET));
        done(reset);
        assertThat(saved("a.txt")).containsExactlyInAnyOrder("one\nfirst", "one\nsecond");
        assertThat(at.status()).doesNotContain("new.txt");
        var kept =
                at.git("for-each-ref", "--format=%(refname)", "refs/foldline/saved")
                        .lines()
                        .filter(ref -> holds(ref, "new.txt"))
                        .toList();
        assertThat(kept).hasSize(1);
    }

    private boolean holds(String ref, String path) {
        try {
            return at.gitSays("cat-file", "-e", ref + ":" + path);
        } catch (IOException git) {
            throw new AssertionError(git);
        }
    }

    /** What each private copy has at a path. */
    private java.util.List<String> saved(String path) throws IOException {
        var texts = new java.util.ArrayList<String>();
        for (var ref :
                at.git("for-each-ref", "--format=%(refname)", "refs/foldline/saved")
                        .lines()
                        .toList()) texts.add(at.git("show", ref + ":" + path));
        return texts;
    }
}
