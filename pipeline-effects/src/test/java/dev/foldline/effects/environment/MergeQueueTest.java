package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge.Taking;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.MergeOvertaken;
import dev.foldline.core.event.GitEvent.MergePrepared;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.core.workflow.builtin.Tasks.OnConflict;
import dev.foldline.core.workflow.builtin.Tasks.Options;
import dev.foldline.core.workflow.builtin.Tasks.Strategy;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.ProcessRunner;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The branches of several tasks come into the target one after the other, each as one commit. */
class MergeQueueTest {
    private static final AgentRegistry NOBODY = new AgentRegistry(Map.of());

    @TempDir Path folder;
    private HandlerFixture at;
    private long ticket = 10;

    /** The engine's own branch begins where the target is; two tasks have worked from there. */
    @BeforeEach
    void twoTasks() throws IOException {
        at = HandlerFixture.in(folder);
        task("foldline/one", "one.txt");
        task("foldline/two", "two.txt");
        at.git("checkout", "-q", "-b", "foldline/flow", "main");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private void task(String branch, String path) throws IOException {
        at.git("checkout", "-q", "-b", branch, "main");
        for (var line : List.of("first\n", "second\n")) {
            at.append(path, line);
            at.git("add", path);
            at.git("commit", "-q", "-m", "Work on " + path);
        }
    }

    private Event perform(GitEffect effect) throws IOException {
        return new GitHandler(at.context()).perform(ticket++, effect);
    }

    private Event look(GitEffect effect) throws IOException {
        return new Reconciler(at.contextAnew(), NOBODY).look(ticket - 1, effect);
    }

    private PrepareMerge squash(String branch) throws IOException {
        return new PrepareMerge(
                GitHandlerTest.PLACE,
                Option.of("main"),
                Option.of(at.blob("{\"subject\": \"Merge login: Add a login\"}")),
                Option.of("foldline/flow"),
                Option.of(at.head()),
                Vector.empty(),
                Option.of(branch),
                Option.none());
    }

    private Candidate prepared(String branch) throws IOException {
        return ((MergePrepared) perform(squash(branch))).candidate();
    }

    private LandMerge landMerge(Candidate merge) {
        return new LandMerge(GitHandlerTest.PLACE, Option.of(merge), Option.of(merge.tree()));
    }

    private String tip(String branch) throws IOException {
        return at.git("rev-parse", branch);
    }

    @Test
    void S1_41_a_task_is_merged_into_the_target_as_one_commit_that_names_it() throws IOException {
        var before = tip("main");
        var merge = prepared("foldline/one");
        assertThat(tip("main")).as("nothing has landed yet").isEqualTo(before);
        assertThat(perform(landMerge(merge)))
                .isEqualTo(new MergeLanded(11, "main", merge.commit()));
        assertThat(at.git("rev-list", before + "..main")).isEqualTo(merge.commit());
        assertThat(at.git("log", "-1", "--format=%s", "main"))
                .isEqualTo("Merge login: Add a login");
        assertThat(at.git("show", "main:one.txt")).isEqualTo("first\nsecond");
    }

    @Test
    void S1_44_each_task_lands_on_top_of_the_previous_task() throws IOException {
        perform(landMerge(prepared("foldline/one")));
        var second = prepared("foldline/two");
        assertThat(second.onto()).isEqualTo(tip("main"));
        perform(landMerge(second));
        assertThat(at.git("ls-tree", "--name-only", "main")).contains("one.txt", "two.txt");
        assertThat(at.git("rev-list", "--count", "main")).isEqualTo("3");
    }

    @Test
    void S1_48_a_merge_is_in_the_working_tree_before_it_lands() throws IOException {
        perform(landMerge(prepared("foldline/one")));
        var merge = prepared("foldline/two");
        assertThat(at.root.resolve("one.txt")).exists();
        assertThat(at.root.resolve("two.txt")).exists();
        assertThat(at.git("rev-parse", "HEAD^{tree}")).isEqualTo(merge.tree());
        assertThat(at.head()).isEqualTo(merge.commit());
        assertThat(tip("foldline/two")).as("the task's branch stays").isNotEqualTo(merge.commit());
    }

    @Test
    void S1_42_a_conflict_is_reported_and_moves_nothing() throws IOException {
        theirs();
        var branches = at.git("for-each-ref", "refs/heads");
        var files = at.status();
        assertThat(perform(squash("foldline/one")))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> {
                            assertThat(failed.fault().kind()).isEqualTo(Kind.CONFLICT);
                            assertThat(failed.fault().message())
                                    .contains("conflict")
                                    .contains("one.txt");
                        });
        assertThat(at.git("for-each-ref", "refs/heads")).isEqualTo(branches);
        assertThat(at.status()).isEqualTo(files);
        assertThat(perform(squash("foldline/two")))
                .as("the next one is not in its way")
                .isInstanceOf(MergePrepared.class);
    }

    @Test
    void a_target_that_moved_is_not_overwritten_and_the_task_is_squashed_onto_its_new_tip()
            throws IOException {
        var early = prepared("foldline/one");
        at.git("update-ref", "refs/heads/main", tip("foldline/two"));
        assertThat(perform(landMerge(early))).isInstanceOf(MergeOvertaken.class);
        var late = prepared("foldline/one");
        assertThat(late.onto()).isEqualTo(tip("foldline/two"));
        assertThat(perform(landMerge(late))).isInstanceOf(MergeLanded.class);
        assertThat(at.git("rev-list", "--count", early.commit() + "..main"))
                .as("the early one is in no branch")
                .isEqualTo("3");
    }

    @Test
    void S1_45_a_task_that_is_in_the_target_already_is_merged_without_a_commit()
            throws IOException {
        perform(landMerge(prepared("foldline/one")));
        var before = tip("main");
        var again = prepared("foldline/one");
        assertThat(again.commit()).isEqualTo(before);
        assertThat(perform(landMerge(again))).isInstanceOf(MergeLanded.class);
        assertThat(tip("main")).isEqualTo(before);
        at.git("checkout", "-q", "-B", "foldline/empty", "main");
        at.git("checkout", "-q", "foldline/flow");
        assertThat(prepared("foldline/empty").commit()).isEqualTo(before);
    }

    @Test
    void S1_45_a_squashed_merge_is_found_after_a_crash_and_not_made_again() throws IOException {
        var effect = squash("foldline/one");
        assertThat(look(effect)).isInstanceOf(NotDone.class);
        var report = perform(effect);
        assertThat(look(effect)).isEqualTo(report);
        var landing = landMerge(((MergePrepared) report).candidate());
        assertThat(look(landing)).isInstanceOf(NotDone.class);
        var landed = perform(landing);
        assertThat(look(landing)).isEqualTo(landed);
    }

    @Test
    void S1_45_a_merge_that_crashed_between_the_ref_and_the_branch_is_made_again()
            throws IOException {
        var effect = squash("foldline/one");
        var before = at.head();
        perform(effect);
        at.git("reset", "-q", "--hard", before);
        assertThat(look(effect)).isInstanceOf(NotDone.class);
        assertThat(perform(effect)).isInstanceOf(MergePrepared.class);
    }

    @Test
    void a_merge_without_changes_is_found_after_a_crash_too() throws IOException {
        perform(landMerge(prepared("foldline/one")));
        var effect = squash("foldline/one");
        var report = perform(effect);
        assertThat(look(effect)).isEqualTo(report);
    }

    private PrepareMerge taken(String branch, Taking taking) throws IOException {
        var whole = squash(branch);
        return new PrepareMerge(
                whole.key(),
                whole.target(),
                whole.message(),
                whole.branch(),
                whole.head(),
                whole.protectedPaths(),
                whole.squashed(),
                Option.of(taking));
    }

    @Test
    void S1_41_the_commits_of_a_task_are_rebased_onto_the_target_one_by_one_if_configured()
            throws IOException {
        perform(landMerge(prepared("foldline/one")));
        var effect = taken("foldline/two", Taking.REBASED);
        var report = (MergePrepared) perform(effect);
        assertThat(report.candidate().onto()).isEqualTo(tip("main"));
        assertThat(look(effect)).as("after a crash it is found").isEqualTo(report);
        perform(landMerge(report.candidate()));
        assertThat(at.git("log", "--format=%s", "main").lines())
                .containsExactly(
                        "Work on two.txt", "Work on two.txt", "Merge login: Add a login", "first");
        assertThat(at.git("show", "main:two.txt")).isEqualTo("first\nsecond");
    }

    @Test
    void S1_45_commits_that_are_in_the_target_already_are_not_put_there_again() throws IOException {
        perform(
                landMerge(
                        ((MergePrepared) perform(taken("foldline/one", Taking.REBASED)))
                                .candidate()));
        var before = tip("main");
        var again = ((MergePrepared) perform(taken("foldline/one", Taking.REBASED))).candidate();
        assertThat(perform(landMerge(again))).isInstanceOf(MergeLanded.class);
        assertThat(tip("main")).isEqualTo(before);
    }

    @Test
    void S1_42_conflicting_commits_are_reported_and_move_nothing() throws IOException {
        theirs();
        var branches = at.git("for-each-ref", "refs/heads");
        assertThat(perform(taken("foldline/one", Taking.REBASED)))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Kind.CONFLICT));
        assertThat(at.git("for-each-ref", "refs/heads")).isEqualTo(branches);
    }

    @Test
    void a_conflict_for_an_agent_is_in_the_tree_between_markers_and_moves_no_other_branch()
            throws IOException {
        theirs();
        var main = tip("main");
        var effect = taken("foldline/one", Taking.MARKED);
        var report = perform(effect);
        assertThat(((BranchRebased) report).tree()).isEqualTo(tip("HEAD^{tree}"));
        assertThat(at.read("one.txt"))
                .contains("<<<<<<< ", "somebody else's", "second", ">>>>>>> ");
        assertThat(at.git("log", "-1", "--format=%B")).contains("In conflict: one.txt");
        assertThat(tip("HEAD^")).isEqualTo(main);
        assertThat(tip("main")).isEqualTo(main);
        assertThat(look(effect)).as("after a crash it is found").isEqualTo(report);
    }

    @Test
    void no_unresolved_conflict_marker_passes_the_check() throws IOException {
        theirs();
        perform(taken("foldline/one", Taking.MARKED));
        assertThat(unmarked())
                .isInstanceOfSatisfying(
                        CheckFailed.class,
                        failed ->
                                assertThat(failed.summary())
                                        .startsWith(
                                                "the check 'no conflict markers are left' failed:"
                                                        + " exit code 1"));
        for (var left : List.of("<<<<<<< main", ">>>>>>> foldline/one")) {
            at.write("one.txt", "both\n" + left + "\n");
            assertThat(unmarked()).as(left).isInstanceOf(CheckFailed.class);
        }
        at.write("one.txt", "Both\n=======\n");
        assertThat(unmarked()).as("a title is no marker").isInstanceOf(CheckPassed.class);
    }

    private Event unmarked() throws IOException {
        var commands =
                Tasks.workflow(new Options(Strategy.SQUASH, OnConflict.AGENT), Policy.DEFAULT)
                        .policy()
                        .checks()
                        .get("unmarked")
                        .get();
        var check =
                new RunCheck(
                        GitHandlerTest.PLACE,
                        "unmarked",
                        commands,
                        Expectation.PASS,
                        Vector.empty(),
                        60_000);
        return new CheckHandler(at.context(), new ProcessRunner(), _ -> {})
                .run(ticket++, check, new Cancellation());
    }

    /** Somebody else's work, in the target, where a task has worked too. */
    private void theirs() throws IOException {
        at.git("checkout", "-q", "main");
        at.write("one.txt", "somebody else's\n");
        at.git("add", "one.txt");
        at.git("commit", "-q", "-m", "Theirs");
        at.git("checkout", "-q", "foldline/flow");
    }

    @Test
    void foreign_work_in_the_merge_worktree_waits_for_the_user_and_stays() throws IOException {
        var before = squash("foldline/one");
        at.git("commit", "-q", "--allow-empty", "-m", "by hand");
        var byHand = at.head();
        assertThat(perform(before))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> {
                            assertThat(failed.fault().kind()).isEqualTo(Kind.NEEDS_PERSON);
                            assertThat(failed.fault().message())
                                    .isEqualTo("the branch has moved to " + byHand);
                        });
        at.git("merge", "-q", "--no-ff", "--no-commit", "foldline/one");
        assertThat(perform(squash("foldline/two")))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed ->
                                assertThat(failed.fault().message())
                                        .contains("half done in this working tree"));
        assertThat(at.head()).isEqualTo(byHand);
    }

    @Test
    void a_branch_whose_name_starts_with_that_of_the_target_stays_and_so_do_untracked_files()
            throws IOException {
        at.git("worktree", "add", "-q", "-b", "main-old", folder.resolve("old").toString(), "main");
        var old = tip("main-old");
        assertThat(perform(landMerge(prepared("foldline/one")))).isInstanceOf(MergeLanded.class);
        assertThat(tip("main-old")).isEqualTo(old);
        at.git("worktree", "add", "-q", folder.resolve("checked-out").toString(), "main");
        var note = Files.writeString(folder.resolve("checked-out/note.txt"), "a person's");
        assertThat(perform(landMerge(prepared("foldline/two")))).isInstanceOf(MergeLanded.class);
        assertThat(note).hasContent("a person's");
        assertThat(folder.resolve("checked-out/two.txt")).exists();
    }

    @Test
    void a_task_without_its_branch_waits_for_the_user() throws IOException {
        at.git("branch", "-q", "-D", "foldline/two");
        assertThat(perform(squash("foldline/two")))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> {
                            assertThat(failed.fault().kind()).isEqualTo(Kind.NEEDS_PERSON);
                            assertThat(failed.fault().message())
                                    .isEqualTo("there is no branch foldline/two to be merged");
                        });
    }

    @Test
    void uncommitted_changes_block_a_merge_that_changes_them() throws IOException {
        at.git("worktree", "add", "-q", folder.resolve("person").toString(), "main");
        Files.writeString(folder.resolve("person/a.txt"), "mine\n");
        Files.writeString(folder.resolve("person/one.txt"), "mine\n");
        var merge = prepared("foldline/one");
        assertThat(perform(landMerge(merge)))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Kind.NEEDS_PERSON));
        assertThat(folder.resolve("person/one.txt")).hasContent("mine");
        Files.delete(folder.resolve("person/one.txt"));
        assertThat(perform(landMerge(merge))).isInstanceOf(MergeLanded.class);
        assertThat(folder.resolve("person/one.txt")).exists();
        assertThat(folder.resolve("person/a.txt")).hasContent("mine");
    }
}
