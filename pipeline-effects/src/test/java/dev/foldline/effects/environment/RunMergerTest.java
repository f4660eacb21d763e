package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.MergeOvertaken;
import dev.foldline.core.event.GitEvent.MergePrepared;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A run's branch comes into the base branch whole and checked, or not at all. */
class RunMergerTest {
    private static final AgentRegistry NOBODY = new AgentRegistry(java.util.Map.of());

    private static final long TICKET = 9;

    @TempDir Path folder;
    private HandlerFixture at;

    @BeforeEach
    void aRunWithWork() throws IOException {
        at = HandlerFixture.in(folder);
        at.git("checkout", "-q", "-b", "foldline/run");
        committed("work.txt", "work\n");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private void committed(String path, String content) throws IOException {
        at.write(path, content);
        at.git("add", "-A");
        at.git("commit", "-q", "--no-verify", "-m", "Change " + path);
    }

    /** Somebody goes on where the run began. */
    private void onMain(String path, String content) throws IOException {
        at.git("checkout", "-q", "main");
        committed(path, content);
        at.git("checkout", "-q", "foldline/run");
    }

    private Event perform(long ticket, GitEffect effect) throws IOException {
        return new GitHandler(at.context()).perform(ticket, effect);
    }

    private PrepareMerge prepare() throws IOException {
        return new PrepareMerge(
                GitHandlerTest.PLACE,
                Option.none(),
                Option.none(),
                Option.of("foldline/run"),
                Option.of(at.head()),
                Vector.empty());
    }

    private Candidate prepared() throws IOException {
        return ((MergePrepared) perform(TICKET, prepare())).candidate();
    }

    private LandMerge landMerge(Candidate merge) {
        return new LandMerge(GitHandlerTest.PLACE, Option.of(merge), Option.of(merge.tree()));
    }

    private String main() throws IOException {
        return at.git("rev-parse", "main");
    }

    @Test
    void preparing_makes_the_merge_and_moves_no_branch() throws IOException {
        var before = at.git("for-each-ref", "refs/heads");
        var merge = prepared();
        assertThat(at.git("for-each-ref", "refs/heads")).isEqualTo(before);
        assertThat(at.git("rev-parse", merge.commit() + "^1")).isEqualTo(main());
        assertThat(at.git("rev-parse", merge.commit() + "^2")).isEqualTo(at.head());
        assertThat(at.git("log", "-1", "--format=%B", merge.commit()))
                .contains("Foldline-Ticket: " + at.context().run() + ":9");
        assertThat(at.git("rev-parse", at.context().mergeRef(TICKET))).isEqualTo(merge.commit());
    }

    @Test
    void landing_moves_the_target_and_is_one_first_parent_commit() throws IOException {
        var before = main();
        var merge = prepared();
        assertThat(perform(10, landMerge(merge)))
                .isEqualTo(new MergeLanded(10, "main", merge.commit()));
        assertThat(at.git("rev-list", "--first-parent", before + "..main"))
                .isEqualTo(merge.commit());
        assertThat(at.git("show", "main:work.txt")).isEqualTo("work");
    }

    @Test
    void the_target_is_merged_into_the_branch_first_so_that_the_merge_can_be_checked()
            throws IOException {
        onMain("theirs.txt", "theirs\n");
        var merge = prepared();
        assertThat(at.root.resolve("theirs.txt")).hasContent("theirs");
        assertThat(at.git("rev-parse", "HEAD^{tree}")).isEqualTo(merge.tree());
        assertThat(at.status()).isEmpty();
        assertThat(perform(10, landMerge(merge))).isInstanceOf(MergeLanded.class);
    }

    @Test
    void a_commit_made_while_a_merge_is_prepared_is_not_overwritten() throws IOException {
        onMain("theirs.txt", "theirs\n");
        at.hook(
                "reference-transaction",
                """
                [ "$1" = committed ] && grep -q refs/foldline/ || exit 0
                git update-ref HEAD "$(git commit-tree -p HEAD -m 'just now' 'HEAD^{tree}')"
                """);
        assertThat(perform(TICKET, prepare()))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> {
                            assertThat(failed.fault().kind()).isEqualTo(Kind.NEEDS_PERSON);
                            assertThat(failed.fault().message()).contains("the branch has moved");
                        });
        assertThat(at.git("log", "-1", "--format=%s")).isEqualTo("just now");
        assertThat(at.status()).isEmpty();
    }

    @Test
    void a_merge_that_a_hook_builds_upon_at_once_has_landed() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        at.git("worktree", "add", "-q", elsewhere.toString(), "main");
        at.hook("post-merge", "git commit -q --allow-empty -m \"a hook's\"");
        var merge = prepared();
        assertThat(perform(10, landMerge(merge)))
                .isEqualTo(new MergeLanded(10, "main", merge.commit()));
        assertThat(at.git("log", "-1", "--format=%s", "main")).isEqualTo("a hook's");
    }

    @Test
    void a_target_that_moves_during_its_check_is_left_alone() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        at.git("worktree", "add", "-q", elsewhere.toString(), "main");
        var merge = prepared();
        at.hook(
                "meddle",
                "git update-ref refs/heads/main \"$(git commit-tree -p main -m 'just now'"
                        + " 'main^{tree}')\" "
                        + merge.onto()
                        + "; printf 'now\\0/\\0'");
        at.git("config", "core.fsmonitor", at.root.resolve(".git/hooks/meddle").toString());
        assertThat(perform(10, landMerge(merge))).isInstanceOf(MergeOvertaken.class);
        assertThat(at.git("log", "-1", "--format=%s", "main")).isEqualTo("just now");
    }

    @Test
    void a_conflict_names_the_paths_and_leaves_target_and_checkout_as_they_were()
            throws IOException {
        onMain("work.txt", "other\n");
        var refs = at.git("for-each-ref");
        assertThat(perform(TICKET, prepare()))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> {
                            assertThat(failed.fault().kind()).isEqualTo(Kind.CONFLICT);
                            assertThat(failed.fault().message()).contains("work.txt");
                        });
        assertThat(at.git("for-each-ref")).isEqualTo(refs);
        assertThat(at.status()).isEmpty();
        assertThat(at.root.resolve("work.txt")).hasContent("work");
    }

    @Test
    void an_untracked_file_in_place_of_one_of_the_target_is_a_conflict_and_stays_unchanged()
            throws IOException {
        onMain("notes.txt", "theirs\n");
        at.write("notes.txt", "mine\n");
        assertThat(perform(TICKET, prepare()))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> {
                            assertThat(failed.fault().kind()).isEqualTo(Kind.CONFLICT);
                            assertThat(failed.fault().message()).contains("notes.txt");
                        });
        assertThat(at.root.resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void a_target_that_has_moved_since_is_left_alone() throws IOException {
        var merge = prepared();
        onMain("theirs.txt", "theirs\n");
        var main = main();
        assertThat(perform(10, landMerge(merge))).isInstanceOf(MergeOvertaken.class);
        assertThat(main()).isEqualTo(main);
    }

    @Test
    void a_merge_that_is_not_what_was_checked_does_not_land() throws IOException {
        var merge = prepared();
        var main = main();
        var stale =
                new LandMerge(GitHandlerTest.PLACE, Option.of(merge), Option.of("0".repeat(40)));
        assertThat(perform(10, stale)).isInstanceOf(MergeOvertaken.class);
        assertThat(perform(10, new LandMerge(GitHandlerTest.PLACE, Option.none(), Option.none())))
                .isInstanceOf(MergeOvertaken.class);
        assertThat(main()).isEqualTo(main);
    }

    @Test
    void the_files_of_a_clean_checkout_of_the_target_move_with_it() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        at.git("worktree", "add", "-q", elsewhere.toString(), "main");
        assertThat(perform(10, landMerge(prepared()))).isInstanceOf(MergeLanded.class);
        assertThat(elsewhere.resolve("work.txt")).hasContent("work");
        assertThat(at.git("-C", elsewhere.toString(), "status", "--porcelain")).isEmpty();
    }

    @Test
    void a_checkout_of_the_target_with_uncommitted_work_stops_the_merge_with_a_reason()
            throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        at.git("worktree", "add", "-q", elsewhere.toString(), "main");
        Files.writeString(elsewhere.resolve("work.txt"), "mine\n");
        at.git("-C", elsewhere.toString(), "add", "work.txt");
        var main = main();
        assertThat(perform(10, landMerge(prepared())))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> {
                            assertThat(failed.fault().kind()).isEqualTo(Kind.NEEDS_PERSON);
                            assertThat(failed.fault().message())
                                    .contains("uncommitted changes to work.txt", "stash them in ");
                        });
        assertThat(main()).isEqualTo(main);
        assertThat(elsewhere.resolve("work.txt")).hasContent("mine");
    }

    @Test
    void uncommitted_work_that_the_merge_does_not_touch_is_no_obstacle() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        at.git("worktree", "add", "-q", elsewhere.toString(), "main");
        Files.writeString(elsewhere.resolve("a.txt"), "mine\n");
        Files.writeString(elsewhere.resolve("staged.txt"), "mine too\n");
        at.git("-C", elsewhere.toString(), "add", "staged.txt");
        assertThat(perform(10, landMerge(prepared()))).isInstanceOf(MergeLanded.class);
        assertThat(elsewhere.resolve("a.txt")).hasContent("mine");
        assertThat(elsewhere.resolve("work.txt")).hasContent("work");
        assertThat(at.git("-C", elsewhere.toString(), "status", "--porcelain").lines())
                .containsExactlyInAnyOrder(" M a.txt", "A  staged.txt");
    }

    @Test
    void a_file_of_the_user_that_the_merge_would_overwrite_needs_the_user() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        at.git("worktree", "add", "-q", elsewhere.toString(), "main");
        Files.writeString(elsewhere.resolve("work.txt"), "mine\n");
        assertThat(perform(10, landMerge(prepared())))
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> {
                            assertThat(failed.fault().kind()).isEqualTo(Kind.NEEDS_PERSON);
                            assertThat(failed.fault().message()).contains("Move or commit");
                        });
        assertThat(elsewhere.resolve("work.txt")).hasContent("mine");
    }

    /**
     * Git is ended in the middle of writing files, after some of them; its driver has died before.
     */
    private void endedInTheMiddle(Path tree, String to, String... move) throws IOException {
        at.git("config", "filter.deadly.smudge", "kill -TERM $PPID; sleep 1");
        at.git(
                "-C",
                tree.toString(),
                "update-ref",
                "refs/worktree/foldline/moving-from/"
                        + at.git("-C", tree.toString(), "rev-parse", "HEAD"),
                to);
        var words = new java.util.ArrayList<>(java.util.List.of("-C", tree.toString()));
        words.addAll(java.util.List.of(move));
        assertThat(at.gitSays(words.toArray(String[]::new))).isFalse();
        at.git("config", "filter.deadly.smudge", "cat");
        assertThat(at.git("-C", tree.toString(), "status", "--porcelain"))
                .as("half moved")
                .isNotEmpty();
    }

    @Test
    void a_target_whose_files_were_partly_moved_lands_and_changes_made_there_stay()
            throws IOException {
        at.write(".gitattributes", "work.txt filter=deadly\n").append("a.txt", "more\n");
        committed("bring.txt", "brought\n");
        Path elsewhere = folder.resolve("elsewhere");
        at.git("worktree", "add", "-q", elsewhere.toString(), "main");
        var merge = prepared();
        endedInTheMiddle(elsewhere, merge.commit(), "merge", "-q", "--ff-only", merge.commit());
        assertThat(new Reconciler(at.context(), NOBODY).look(10, landMerge(merge)))
                .isEqualTo(new NotDone(10));
        Files.writeString(elsewhere.resolve("folder/b.txt"), "mine\n");
        Files.writeString(elsewhere.resolve("a.txt"), "mine\n");
        assertThat(perform(10, landMerge(merge)))
                .as("somebody is at work there")
                .isInstanceOf(EffectFailed.class);
        assertThat(elsewhere.resolve("a.txt")).hasContent("mine");
        at.git("-C", elsewhere.toString(), "checkout", "-q", "a.txt");
        assertThat(at.git("-C", elsewhere.toString(), "status", "--porcelain"))
                .as("put back, beside what the merge does not touch")
                .isEqualTo(" M folder/b.txt");
        assertThat(perform(10, landMerge(merge))).isInstanceOf(MergeLanded.class);
        assertThat(elsewhere.resolve("folder/b.txt")).hasContent("mine");
        at.git("-C", elsewhere.toString(), "checkout", "-q", "folder/b.txt");
        assertThat(elsewhere.resolve("work.txt")).hasContent("work");
        assertThat(elsewhere.resolve("bring.txt")).hasContent("brought");
        assertThat(at.git("-C", elsewhere.toString(), "status", "--porcelain")).isEmpty();
        assertThat(at.git("-C", elsewhere.toString(), "for-each-ref", "refs/worktree")).isEmpty();
    }

    @Test
    void a_branch_whose_files_were_partly_moved_for_its_merge_is_moved_completely()
            throws IOException {
        at.git("checkout", "-q", "main");
        at.write(".gitattributes", "theirs.txt filter=deadly\n").append("folder/b.txt", "theirs\n");
        committed("theirs.txt", "theirs\n");
        at.git("checkout", "-q", "foldline/run");
        var effect = prepare();
        var to =
                at.git(
                                "commit-tree",
                                "-p",
                                "HEAD",
                                "-p",
                                "main",
                                "-m",
                                "first try",
                                at.git("merge-tree", "--write-tree", "HEAD", "main").strip())
                        .strip();
        endedInTheMiddle(at.root, to, "checkout", "-q", "-B", "foldline/run", to);
        assertThat(new Reconciler(at.contextAnew(), NOBODY).look(TICKET, effect))
                .isEqualTo(new NotDone(TICKET));
        assertThat(perform(TICKET, effect)).isInstanceOf(MergePrepared.class);
        assertThat(at.root.resolve("theirs.txt")).hasContent("theirs");
        assertThat(at.status()).isEmpty();
    }

    @Test
    void a_prepared_merge_is_found_after_a_crash() throws IOException {
        onMain("theirs.txt", "theirs\n");
        var effect = prepare();
        assertThat(new Reconciler(at.context(), NOBODY).look(TICKET, effect))
                .isEqualTo(new NotDone(TICKET));
        var report = perform(TICKET, effect);
        assertThat(new Reconciler(at.context(), NOBODY).look(TICKET, effect)).isEqualTo(report);
    }

    @Test
    void a_merge_that_crashed_between_the_ref_and_the_branch_is_made_again() throws IOException {
        onMain("theirs.txt", "theirs\n");
        var effect = prepare();
        var before = at.head();
        perform(TICKET, effect);
        at.git("reset", "-q", "--hard", before);
        assertThat(new Reconciler(at.context(), NOBODY).look(TICKET, effect))
                .isEqualTo(new NotDone(TICKET));
        assertThat(perform(TICKET, effect)).isInstanceOf(MergePrepared.class);
    }

    @Test
    void a_landed_merge_is_found_after_a_crash_even_if_the_target_has_moved_on()
            throws IOException {
        var merge = prepared();
        assertThat(new Reconciler(at.context(), NOBODY).look(10, landMerge(merge)))
                .isEqualTo(new NotDone(10));
        var report = perform(10, landMerge(merge));
        onMain("later.txt", "later\n");
        assertThat(new Reconciler(at.context(), NOBODY).look(10, landMerge(merge)))
                .isEqualTo(report);
        assertThat(perform(10, landMerge(merge))).isEqualTo(report);
    }
}
