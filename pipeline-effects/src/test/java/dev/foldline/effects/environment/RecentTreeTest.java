package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.driver.DriverInput;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class RecentTreeTest {
    private static final Vector<String> NONE = Vector.empty();
    private static final NotDone ANSWER = new NotDone(1);
    private static final RunCheck CHECK =
            new RunCheck(
                    GitHandlerTest.PLACE, "tests", Vector.empty(), Expectation.PASS, NONE, 1_000);

    @TempDir Path folder;
    private HandlerFixture at;
    private RecentTree trees;
    private String before;

    @BeforeEach
    void read_once_before_a_change() throws IOException {
        at = HandlerFixture.in(folder);
        trees = new RecentTree(at.context());
        before = trees.read(NONE).tree();
        Files.writeString(at.context().root().resolve("new.txt"), "new\n");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private String now() throws IOException {
        return at.context().git().workTree(at.context().exclusions(NONE));
    }

    @Test
    void a_read_that_follows_at_once_gives_the_same_state() throws IOException {
        trees.after(
                new DriverInput.Reported(
                        new TreeInspected(1, Option.none(), before, InspectTree.CLEAN)));
        trees.before(new InspectTree(GitHandlerTest.PLACE, NONE));
        assertThat(trees.read(NONE).tree()).isEqualTo(before);
        assertThat(trees.take(NONE)).isEqualTo(before);
    }

    @Test
    void after_a_call_has_taken_the_tree_it_is_read_again() throws IOException {
        trees.take(NONE);
        assertThat(trees.read(NONE).tree()).isEqualTo(now()).isNotEqualTo(before);
    }

    @Test
    void an_effect_that_may_change_the_tree_forgets_it() throws IOException {
        trees.before(new SaveWork(GitHandlerTest.PLACE, Option.none(), NONE));
        assertThat(trees.take(NONE)).isEqualTo(now()).isNotEqualTo(before);
    }

    @Test
    void a_check_takes_the_tree_of_the_call_before_it() throws IOException {
        var after = trees.readAfter(1, NONE);
        trees.after(new DriverInput.Reported(ANSWER));
        Files.writeString(at.context().root().resolve("later.txt"), "later\n");
        trees.before(CHECK);
        assertThat(trees.take(NONE)).isEqualTo(after).isNotEqualTo(now());
        assertThat(trees.readAfter(2, NONE)).as("what it did itself").isEqualTo(now());
    }

    @Test
    void a_call_takes_the_tree_of_the_commit_before_it() throws IOException {
        var made = commit();
        Files.writeString(at.context().root().resolve("later.txt"), "later\n");
        assertThat(trees.take(NONE)).isEqualTo(made.tree()).isNotEqualTo(now());
    }

    @Test
    void after_a_commit_what_is_uncommitted_is_read() throws IOException {
        commit();
        Files.writeString(at.context().root().resolve("later.txt"), "later\n");
        assertThat(trees.read(NONE).tree()).isEqualTo(now());
    }

    @Test
    void a_hook_may_change_files_so_the_tree_is_read_after_it() throws IOException {
        for (var hook : Vector.of("pre-commit", "post-commit", "reference-transaction")) {
            Files.writeString(at.context().root().resolve("new.txt"), hook);
            at.hook(hook, "echo " + hook + " > left.txt");
            commit();
            assertThat(trees.take(NONE)).as(hook).isEqualTo(now());
            Files.delete(at.root.resolve(".git/hooks/" + hook));
        }
    }

    @Test
    void a_hook_of_another_folder_or_of_a_setting_counts_too() throws IOException {
        var folder = Files.createDirectories(at.root.resolve(".git/others"));
        at.git("config", "core.hooksPath", folder.toString());
        assertThat(at.context().git().influences().mayRunHooks()).isFalse();
        Files.writeString(folder.resolve("pre-push.sample"), "");
        assertThat(at.context().git().influences().mayRunHooks()).isFalse();
        Files.writeString(folder.resolve("pre-commit"), "");
        assertThat(at.context().git().influences().mayRunHooks()).isTrue();
        at.git("config", "core.hooksPath", "/dev/null");
        assertThat(at.context().git().influences().mayRunHooks()).isFalse();
        at.git("config", "hook.mine.command", "true");
        assertThat(at.context().git().influences().mayRunHooks()).isTrue();
    }

    /** Commits everything, and receives the outcome as the driver does. */
    private WorkCommitted commit() throws IOException {
        trees.forget();
        var effect =
                new CommitWork(
                        GitHandlerTest.PLACE,
                        Option.none(),
                        Option.of("main"),
                        Option.of(at.head()),
                        Option.none(),
                        NONE);
        trees.before(effect);
        var event = new GitHandler(at.context(), trees).perform(1, effect);
        trees.after(new DriverInput.Reported(event));
        return assertInstanceOf(WorkCommitted.class, event);
    }

    @Test
    void the_answer_of_another_effect_forgets_it() throws IOException {
        trees.readAfter(2, NONE);
        Files.writeString(at.context().root().resolve("later.txt"), "later\n");
        trees.after(new DriverInput.Reported(ANSWER));
        trees.before(CHECK);
        assertThat(trees.take(NONE)).isEqualTo(now());
    }

    @Test
    void any_other_input_forgets_it() throws IOException {
        trees.after(new DriverInput.Wakeup());
        assertThat(trees.read(NONE).tree()).isEqualTo(now()).isNotEqualTo(before);
    }

    @Test
    void another_commit_or_other_protected_paths_are_read_again() throws IOException {
        assertThat(trees.read(Vector.of("a.txt")).tree()).isNotEqualTo(before);
        trees.read(NONE);
        at.git("commit", "-q", "--allow-empty", "-m", "another");
        Files.writeString(at.context().root().resolve("newer.txt"), "newer\n");
        assertThat(trees.read(NONE).tree()).isEqualTo(now());
    }
}
