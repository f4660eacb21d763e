package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.ReleaseWorktree;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.GitEvent.WorktreeReleased;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.context.RunContext;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A run makes and removes a working tree of its own: wherever it dies, each is done once and
 * nothing is lost by it.
 */
class RunWorktreeTest {
    private static final AgentRegistry NOBODY = new AgentRegistry(java.util.Map.of());

    private static final long TICKET = 5;
    private static final String BRANCH = "foldline/own";

    @TempDir Path folder;

    private HandlerFixture at;
    private Path tree;
    private RunContext run;

    @BeforeEach
    void begin() throws IOException {
        at = HandlerFixture.in(folder);
        tree = folder.toRealPath().resolve("trees").resolve(at.directory.id().text());
        run = at.contextOwning(tree);
    }

    @AfterEach
    void end() {
        run.site().home().close();
        run.site().close();
        at.close();
    }

    private OpenBranch opening() throws IOException {
        return new OpenBranch(
                GitHandlerTest.PLACE,
                new Branching.OwnTree(BRANCH, at.git("rev-parse", "main").strip(), Option.none()));
    }

    private Event open() throws IOException {
        return new GitHandler(run).perform(TICKET, opening());
    }

    private Event leave() throws IOException {
        return new GitHandler(run).perform(TICKET, releaseWorktree());
    }

    private static ReleaseWorktree releaseWorktree() {
        return new ReleaseWorktree(GitHandlerTest.PLACE, Option.of(BRANCH));
    }

    private Event look(dev.foldline.core.effect.ExternalEffect effect) throws IOException {
        return new Reconciler(run, NOBODY).look(TICKET, effect);
    }

    private Vector<String> left() throws IOException {
        var event = leave();
        assertThat(event).isInstanceOf(WorktreeReleased.class);
        assertThat(tree).doesNotExist();
        assertThat(at.git("worktree", "list").lines()).hasSize(1);
        assertThat(look(releaseWorktree())).isEqualTo(event);
        return ((WorktreeReleased) event).savedRefs();
    }

    private String kept() throws IOException {
        assertThat(leave())
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed ->
                                assertThat(failed.fault().kind())
                                        .isEqualTo(Fault.Kind.NEEDS_PERSON));
        assertThat(tree).exists();
        assertThat(look(releaseWorktree())).isInstanceOf(NotDone.class);
        return ((EffectFailed) leave()).fault().message();
    }

    @Test
    void a_worktree_is_made_from_the_named_commit_and_found_again() throws IOException {
        assertThat(look(opening())).isInstanceOf(NotDone.class);
        at.append("a.txt", "not mine\n");
        var event = open();
        assertThat(event)
                .isInstanceOfSatisfying(
                        BranchOpened.class,
                        opened -> {
                            assertThat(opened.branch()).contains(BRANCH);
                            assertThat(opened.protectedPaths()).isEmpty();
                        });
        assertThat(tree.resolve("a.txt")).content().isEqualTo("one\n");
        assertThat(look(opening())).isEqualTo(event);
        assertThat(open()).as("made once").isEqualTo(event);
        assertThat(at.git("rev-parse", "--abbrev-ref", "HEAD").strip()).isEqualTo("main");
    }

    /** Git is killed in the middle of the checkout, and with it the git that called it. */
    private void killedInTheMiddle() throws IOException {
        at.write(".gitattributes", "folder/b.txt filter=deadly\n").git("add", "-A");
        at.git("commit", "-q", "-m", "deadly");
        at.git("config", "filter.deadly.smudge", "kill -9 $(ps -o ppid= -p $PPID) $PPID");
        at.gitSays("worktree", "add", "-q", "-b", BRANCH, tree.toString(), "main");
        at.git("config", "filter.deadly.smudge", "cat");
        assertThat(at.git("worktree", "list", "--porcelain")).contains("locked initializing");
    }

    @Test
    void a_partly_made_worktree_is_completed() throws IOException {
        killedInTheMiddle();
        assertThat(look(opening())).isInstanceOf(NotDone.class);
        var event = open();
        assertThat(event).isInstanceOf(BranchOpened.class);
        assertThat(tree.resolve("folder/b.txt")).content().isEqualTo("two\n");
        assertThat(look(opening())).isEqualTo(event);
        try (var files = Files.list(tree.getParent())) {
            assertThat(files)
                    .as("what was half made held nothing of its own")
                    .containsExactly(tree);
        }
    }

    @Test
    void user_files_in_a_partly_made_worktree_are_not_deleted() throws IOException {
        killedInTheMiddle();
        Files.writeString(tree.resolve("mine.txt"), "mine");
        assertThat(open()).isInstanceOf(BranchOpened.class);
        assertThat(tree.resolveSibling(tree.getFileName() + ".half-made").resolve("mine.txt"))
                .content()
                .isEqualTo("mine");
    }

    @Test
    void a_branch_that_was_made_without_its_tree_is_taken_if_nothing_is_on_it() throws IOException {
        at.git("branch", BRANCH);
        assertThat(look(opening())).isInstanceOf(NotDone.class);
        assertThat(open()).isInstanceOf(BranchOpened.class);
    }

    @Test
    void a_branch_of_that_name_with_something_on_it_is_left_alone() throws IOException {
        at.git(
                "branch",
                BRANCH,
                at.git("commit-tree", "-p", "HEAD", "-m", "theirs", "HEAD^{tree}").strip());
        assertThat(open())
                .isInstanceOfSatisfying(
                        EffectFailed.class,
                        failed -> assertThat(failed.fault().message()).contains("already exists"));
        assertThat(tree).doesNotExist();
    }

    @Test
    void a_folder_that_is_there_already_is_left_alone() throws IOException {
        Files.createDirectories(tree);
        Files.writeString(tree.resolve("mine.txt"), "mine");
        assertThat(open()).isInstanceOf(EffectFailed.class);
        assertThat(tree.resolve("mine.txt")).content().isEqualTo("mine");
    }

    @Test
    void a_clean_worktree_is_removed_and_its_branch_stays() throws IOException {
        open();
        assertThat(look(releaseWorktree())).isInstanceOf(NotDone.class);
        Files.writeString(tree.resolve("a.txt"), "done\n");
        at.git("-C", tree.toString(), "commit", "-q", "-a", "-m", "done");
        assertThat(left()).isEmpty();
        assertThat(at.git("show", BRANCH + ":a.txt")).isEqualTo("done");
    }

    @Test
    void uncommitted_work_is_saved_before_the_worktree_is_removed() throws IOException {
        open();
        Files.writeString(tree.resolve("a.txt"), "changed");
        Files.writeString(tree.resolve("foldline.yaml"), "checks: []");
        var stash = left();
        assertThat(stash)
                .hasSize(1)
                .allMatch(ref -> ref.startsWith("refs/foldline/stash/" + at.directory.id() + "/"));
        assertThat(at.git("show", stash.head() + ":a.txt")).isEqualTo("changed");
        assertThat(at.git("show", stash.head() + ":foldline.yaml")).isEqualTo("checks: []");
    }

    @Test
    void a_driver_that_died_after_parking_is_followed_by_one_that_loses_nothing()
            throws IOException {
        open();
        Files.writeString(tree.resolve("a.txt"), "changed");
        run.git()
                .saveWork(
                        run.stashRefs(TICKET) + run.git().workTree(run.exclusions(Vector.empty())),
                        "parked",
                        run.exclusions(Vector.empty()));
        Files.writeString(tree.resolve("a.txt"), "changed again");
        assertThat(left().map(ref -> show(ref)))
                .containsExactlyInAnyOrder("changed", "changed again");
    }

    private String show(String ref) {
        try {
            return at.git("show", ref + ":a.txt");
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    @Test
    void a_removal_that_was_ended_half_way_is_finished() throws IOException {
        open();
        Files.move(tree, tree.resolveSibling(tree.getFileName() + ".removed"));
        Files.delete(tree.resolveSibling(tree.getFileName() + ".removed").resolve("a.txt"));
        assertThat(look(releaseWorktree())).isInstanceOf(NotDone.class);
        assertThat(left()).isEmpty();
        assertThat(tree.resolveSibling(tree.getFileName() + ".removed")).doesNotExist();
    }

    @Test
    void a_worktree_that_contains_a_repository_is_kept() throws IOException {
        open();
        at.git("init", "-q", tree.resolve("inner").toString());
        Files.writeString(tree.resolve("inner/x.txt"), "x");
        assertThat(kept()).contains("repositories inside");
    }

    @Test
    void a_worktree_on_another_branch_is_kept() throws IOException {
        open();
        at.git("-C", tree.toString(), "switch", "-q", "-c", "theirs");
        assertThat(kept()).contains("theirs");
    }

    @Test
    void a_locked_worktree_is_kept() throws IOException {
        open();
        at.git("worktree", "lock", tree.toString());
        assertThat(kept()).contains("locked");
    }

    @Test
    void the_users_own_tree_is_never_removed() throws IOException {
        open();
        assertThat(
                        new GitHandler(run)
                                .perform(
                                        TICKET,
                                        new ReleaseWorktree(GitHandlerTest.PLACE, Option.none())))
                .isEqualTo(new WorktreeReleased(TICKET, Vector.empty()));
        assertThat(tree).exists();
    }

    @Test
    void a_missing_worktree_leaves_the_starting_tree_untouched() throws IOException {
        at.append("a.txt", "not mine\n");
        var saving = new SaveWork(GitHandlerTest.PLACE, Option.none(), Vector.empty());
        assertThat(new GitHandler(run).perform(TICKET, saving))
                .isEqualTo(new WorkSaved(TICKET, Option.none()));
        assertThat(at.git("for-each-ref", "refs/foldline")).isEmpty();
    }
}
