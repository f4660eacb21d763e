package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.ENGINE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.CommitOutcome;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.SaveOutcome.Saved;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A user's own uncommitted work, of every kind, beside the engine's commits. */
class ProtectedPathsTest {
    @TempDir Path folder;
    private Sandbox sandbox;

    @BeforeEach
    void openRepository() throws IOException {
        sandbox = Sandbox.repository(folder);
        for (String name :
                List.of(
                        "staged",
                        "unstaged",
                        "both",
                        "deleted",
                        "removed",
                        "moved",
                        "mode",
                        "retyped")) {
            sandbox.write("user/" + name, name + "\n");
        }
        sandbox.commitByHand("files of the user");
    }

    @AfterEach
    void closeRepository() {
        sandbox.close();
    }

    @Test
    void work_of_every_kind_stays_as_it_was_and_out_of_our_commits() throws IOException {
        everyKindOfWork();
        var before = sandbox.status();
        var stagedBefore = sandbox.git("diff", "--cached");
        var unstagedBefore = sandbox.git("diff");
        var mine =
                sandbox.open().dirty(ENGINE).stream().map(DirtyPath::path).toArray(String[]::new);
        sandbox.write("a.txt", "ours\n").write("new.txt", "ours\n").delete("folder/b.txt");

        var commit = sandbox.committed(mine);

        assertThat(sandbox.open().changedPaths(commit.parents().getFirst(), commit.hash()))
                .containsExactly("a.txt", "folder/b.txt", "new.txt");
        assertThat(sandbox.status()).isEqualTo(before);
        assertThat(sandbox.git("diff", "--cached")).isEqualTo(stagedBefore);
        assertThat(sandbox.git("diff")).isEqualTo(unstagedBefore);
        assertThat(sandbox.open().dirty(ENGINE.and(List.of(mine)))).isEmpty();
    }

    @Test
    void staged_changes_that_were_changed_again_or_undone_are_saved_as_well() throws IOException {
        sandbox.write("user/both", "staged\n").write("user/undone", "staged only\n");
        sandbox.git("add", "user/both", "user/undone");
        sandbox.write("user/both", "in the tree\n").delete("user/undone");
        var before = sandbox.status();
        var saved =
                (Saved)
                        sandbox.open()
                                .saveWork("refs/foldline/dirty/r1", "The user's own work", ENGINE);
        assertThat(sandbox.git("show", saved.commit() + ":user/both")).isEqualTo("in the tree");
        assertThat(sandbox.git("show", saved.commit() + "^2:user/both")).isEqualTo("staged");
        assertThat(sandbox.git("show", saved.commit() + "^2:user/undone")).isEqualTo("staged only");
        assertThat(sandbox.status()).isEqualTo(before);
        sandbox.write("user/both", "both\n");
        var undone =
                (Saved)
                        sandbox.open()
                                .saveWork("refs/foldline/dirty/r2", "The user's own work", ENGINE);
        assertThat(sandbox.git("show", undone.commit() + "^2:user/both"))
                .as("only the index holds it")
                .isEqualTo("staged");
    }

    @Test
    void work_of_every_kind_is_saved_under_a_ref_without_being_touched() throws IOException {
        everyKindOfWork();
        var before = sandbox.status();
        var saved =
                (Saved)
                        sandbox.open()
                                .saveWork("refs/foldline/dirty/r1", "The user's own work", ENGINE);
        assertThat(sandbox.status()).isEqualTo(before);
        assertThat(saved.paths())
                .containsExactlyElementsOf(
                        sandbox.open().dirty(ENGINE).stream()
                                .filter(path -> !path.path().equals("user/staged-then-undone"))
                                .map(DirtyPath::path)
                                .toList());
        assertThat(sandbox.git("show", saved.commit() + ":user/both")).isEqualTo("third");
        assertThat(sandbox.git("show", saved.commit() + ":user/untracked")).isEqualTo("u");
    }

    @Test
    void a_rejected_commit_leaves_work_of_every_kind_alone_too() throws IOException {
        everyKindOfWork();
        var before = sandbox.status();
        var mine =
                sandbox.open().dirty(ENGINE).stream().map(DirtyPath::path).toArray(String[]::new);
        sandbox.hook("pre-commit", "exit 1").write("a.txt", "ours\n");
        assertThat(sandbox.commit(mine)).isInstanceOf(CommitOutcome.RejectedByHook.class);
        assertThat(sandbox.status()).isEqualTo(" M a.txt\n" + before);
    }

    @Test
    void an_agent_that_touches_protected_work_is_found_out() throws IOException {
        sandbox.write("user/unstaged", "mine\n").write("user/untracked", "mine\n");
        var saved =
                (Saved)
                        sandbox.open()
                                .saveWork("refs/foldline/dirty/r1", "The user's own work", ENGINE);
        sandbox.write("a.txt", "the agent's\n");
        assertThat(sandbox.open().changedSince(saved.commit(), saved.paths())).isEmpty();
        sandbox.committed(saved.paths().toArray(String[]::new));
        assertThat(sandbox.open().changedSince(saved.commit(), saved.paths())).isEmpty();
        sandbox.write("user/unstaged", "the agent's\n").delete("user/untracked");
        assertThat(sandbox.open().changedSince(saved.commit(), saved.paths()))
                .containsExactly("user/unstaged", "user/untracked");
    }

    @Test
    void a_file_in_the_place_of_a_protected_folder_is_not_committed() throws IOException {
        sandbox.write("user/unstaged", "mine\n");
        for (String name : sandbox.filesIn("HEAD")) {
            if (name.startsWith("user/")) sandbox.delete(name);
        }
        Files.delete(sandbox.root.resolve("user"));
        sandbox.write("user", "a file now\n");
        var head = sandbox.head();
        assertThat(sandbox.commit("user/unstaged")).isInstanceOf(CommitOutcome.TookExcluded.class);
        assertThat(sandbox.head()).isEqualTo(head);
    }

    @Test
    void dirty_names_each_path_and_what_happened_to_it() throws IOException {
        everyKindOfWork();
        assertThat(sandbox.open().dirty(ENGINE))
                .extracting(path -> path.code() + " " + path.path() + " " + path.change())
                .containsExactly(
                        "MM user/both MODIFIED",
                        ".D user/deleted DELETED",
                        ".A user/intended ADDED",
                        ".M user/mode MODIFIED",
                        "D. user/moved DELETED",
                        "A. user/moved-here ADDED",
                        "D. user/removed DELETED",
                        ".T user/retyped MODIFIED",
                        "M. user/staged MODIFIED",
                        "A. user/staged-new ADDED",
                        "AD user/staged-then-undone DELETED",
                        ".M user/unstaged MODIFIED",
                        "?? user/untracked UNTRACKED");
    }

    private void everyKindOfWork() throws IOException {
        sandbox.write("user/staged", "mine\n")
                .write("user/both", "second\n")
                .write("user/staged-new", "mine\n")
                .write("user/staged-then-undone", "mine\n");
        sandbox.git(
                "add", "user/staged", "user/both", "user/staged-new", "user/staged-then-undone");
        sandbox.delete("user/staged-then-undone");
        sandbox.write("user/both", "third\n")
                .write("user/unstaged", "mine\n")
                .write("user/untracked", "u\n");
        sandbox.delete("user/deleted");
        sandbox.git("rm", "-q", "user/removed");
        sandbox.git("mv", "user/moved", "user/moved-here");
        assertThat(sandbox.root.resolve("user/mode").toFile().setExecutable(true)).isTrue();
        sandbox.delete("user/retyped");
        Files.createSymbolicLink(sandbox.root.resolve("user/retyped"), Path.of("staged"));
        sandbox.write("user/intended", "mine\n").git("add", "--intent-to-add", "user/intended");
    }
}
