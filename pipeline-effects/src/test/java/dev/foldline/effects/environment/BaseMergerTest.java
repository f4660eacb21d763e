package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.ForgeEffect.UpdateBranch;
import dev.foldline.core.event.ForgeEvent.BranchUpdated;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.ConflictMarkers;
import dev.foldline.effects.context.HandlerFixture;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;

/** A base that is merged into the branch of a pull request, on a real repository with a remote. */
class BaseMergerTest {
    private static final long TICKET = 9;

    @TempDir Path folder;
    private HandlerFixture at;

    @BeforeEach
    void repository() throws IOException {
        at = HandlerFixture.in(folder).withRemote();
    }

    @AfterEach
    void close() {
        at.close();
    }

    private static UpdateBranch effect() {
        return new UpdateBranch(GitHandlerTest.PLACE, Option.of("work"), 7, Vector.of("notes.txt"));
    }

    private void commit(String branch, String file, String text) throws IOException {
        at.git("switch", "-q", branch);
        at.write(file, text).git("add", file);
        at.git("commit", "-q", "-m", "Write " + file);
    }

    private void diverged(String ours, String theirs) throws IOException {
        at.git("branch", "work");
        commit("main", theirs, "theirs\n");
        at.git("push", "-q", "origin", "main");
        at.git("switch", "-q", "work");
        commit("work", ours, "ours\n");
    }

    @Test
    void a_merge_is_found_again_with_its_conflict_and_made_once() throws IOException {
        diverged("a.txt", "a.txt");
        var merger = new BaseMerger(at.context());
        assertThat(merger.look(TICKET, effect())).isInstanceOf(NotDone.class);
        var done = (BranchUpdated) merger.merge(TICKET, effect(), "origin", "main");
        assertThat(done.conflict().get().base()).isEqualTo("main");
        assertThat(done.conflict().get().paths()).containsExactly("a.txt");
        assertThat(at.read("a.txt")).contains("<<<<<<<", "ours", "theirs");
        assertThat(merger.look(TICKET, effect())).isEqualTo(done);
        assertThat(merger.merge(TICKET, effect(), "origin", "main")).isEqualTo(done);
    }

    @Test
    void a_merge_without_a_conflict_keeps_what_is_not_committed() throws IOException {
        diverged("a.txt", "b.txt");
        at.write("notes.txt", "mine\n");
        var merger = new BaseMerger(at.context());
        var done = (BranchUpdated) merger.merge(TICKET, effect(), "origin", "main");
        assertThat(done.conflict()).isEmpty();
        assertThat(at.read("b.txt")).isEqualTo("theirs\n");
        assertThat(at.read("notes.txt")).isEqualTo("mine\n");
        assertThat(at.status()).contains("notes.txt").doesNotContain("a.txt", "b.txt");
        assertThat(merger.merge(TICKET + 1, effect(), "origin", "main"))
                .isEqualTo(
                        new BranchUpdated(
                                TICKET + 1,
                                done.head(),
                                done.tree(),
                                Option.none(),
                                Option.of(at.git("rev-parse", "origin/main"))));
        assertThat(done.base()).contains(at.git("rev-parse", "origin/main"));
    }

    @Test
    void work_in_the_way_is_kept_and_nothing_moves() throws IOException {
        diverged("a.txt", "notes.txt");
        at.write("notes.txt", "mine\n");
        var head = at.git("rev-parse", "HEAD");
        var merger = new BaseMerger(at.context());
        assertThat(
                        ((EffectFailed) merger.merge(TICKET, effect(), "origin", "main"))
                                .fault()
                                .message())
                .contains("in the way of the base main", "notes.txt");
        assertThat(at.read("notes.txt")).isEqualTo("mine\n");
        assertThat(at.git("rev-parse", "HEAD")).isEqualTo(head);
        at.git("switch", "-q", "-c", "elsewhere");
        assertThat(
                        ((EffectFailed) merger.merge(TICKET, effect(), "origin", "main"))
                                .fault()
                                .message())
                .contains("work is not checked out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-text", "-diff", "merge=binary", "conflict-marker-size=12"})
    void a_conflict_is_found_until_it_is_resolved_or_left_to_the_user(String attribute)
            throws IOException {
        at.write(".gitattributes", "a.txt " + attribute + "\n").git("add", ".gitattributes");
        at.git("commit", "-q", "-m", "Describe a.txt");
        diverged("a.txt", "a.txt");
        var head = at.head();
        var answer = new BaseMerger(at.context()).merge(TICKET, effect(), "origin", "main");
        if (answer instanceof EffectFailed failed) {
            assertThat(failed.fault().message())
                    .contains("no conflict markers, in a.txt", "then retry");
            assertThat(at.head()).isEqualTo(head);
            return;
        }
        assertThat(isUnmarked()).isFalse();
        at.write("b.txt", "part\n").git("add", "b.txt");
        at.git("commit", "-q", "-m", "Resolve a part");
        assertThat(isUnmarked()).isFalse();
        at.write("a.txt", "both\n");
        assertThat(isUnmarked()).isTrue();
        at.write(".git/index", "damaged");
        assertThat(isUnmarked()).isFalse();
    }

    @Test
    void a_deleted_file_that_the_base_changed_is_left_to_the_user() throws IOException {
        diverged("b.txt", "a.txt");
        at.git("rm", "-q", "a.txt");
        at.git("commit", "-q", "-m", "Remove a.txt");
        var merger = new BaseMerger(at.context());
        assertThat(
                        ((EffectFailed) merger.merge(TICKET, effect(), "origin", "main"))
                                .fault()
                                .message())
                .contains("no conflict markers, in a.txt");
        // The user keeps the deletion; that the base is part of the branch is enough.
        at.git("merge", "-q", "-s", "ours", "origin/main");
        assertThat(merger.merge(TICKET, effect(), "origin", "main"))
                .isInstanceOf(BranchUpdated.class);
    }

    @Test
    void a_merge_below_a_commit_of_the_user_is_found_after_a_crash() throws IOException {
        diverged("a.txt", "a.txt");
        var merger = new BaseMerger(at.context());
        var done = (BranchUpdated) merger.merge(TICKET, effect(), "origin", "main");
        commit("work", "b.txt", "part\n");
        assertThat(((BranchUpdated) merger.look(TICKET, effect())).conflict())
                .isEqualTo(done.conflict());
        assertThat(((BranchUpdated) merger.merge(TICKET, effect(), "origin", "main")).conflict())
                .isEqualTo(done.conflict());
        assertThat(merger.look(TICKET + 1, effect())).isInstanceOf(NotDone.class);
    }

    @Test
    void the_base_is_merged_whatever_else_a_fetch_brings() throws IOException {
        diverged("a.txt", "b.txt");
        at.git("branch", "other");
        commit("other", "other.txt", "other\n");
        at.git("push", "-q", "origin", "other");
        at.git("switch", "-q", "work");
        // Another fetch, as of an editor, right after ours.
        at.hook("reference-transaction", "[ $1 = committed ] && git fetch -q origin other; :");
        new BaseMerger(at.context()).merge(TICKET, effect(), "origin", "main");
        assertThat(at.read("b.txt")).isEqualTo("theirs\n");
        assertThat(at.root.resolve("other.txt")).doesNotExist();
        assertThat(at.git("for-each-ref", "refs/foldline/merge")).isEmpty();
    }

    @Test
    void another_reason_why_git_does_not_move_is_printed_as_it_is() throws IOException {
        diverged("a.txt", "b.txt");
        at.write(".git/index.lock", "");
        assertThat(
                        ((EffectFailed)
                                        new BaseMerger(at.context())
                                                .merge(TICKET, effect(), "origin", "main"))
                                .fault()
                                .message())
                .contains("index.lock")
                .doesNotContain("uncommitted");
    }

    private boolean isUnmarked() throws IOException {
        var line = ((CommandLine.Shell) ConflictMarkers.COMMAND).line();
        return at.gitSays("-c", "alias.check=!" + line, "check");
    }
}
