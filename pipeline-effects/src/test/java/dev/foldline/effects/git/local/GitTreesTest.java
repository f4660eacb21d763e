package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.ENGINE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.CommitOutcome;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.DirtyPath.Change;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.SaveOutcome.Saved;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The working tree as a tree: every name, every set-up, and nothing moved by looking. */
class GitTreesTest {
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
    void the_tree_of_a_clean_working_tree_is_heads() throws IOException {
        assertThat(sandbox.open().workTree(ENGINE))
                .isEqualTo(sandbox.git("rev-parse", "HEAD^{tree}"));
    }

    @Test
    void the_tree_is_what_a_commit_would_have_and_the_index_stays() throws IOException {
        sandbox.write("a.txt", "changed\n")
                .write("new.txt", "new\n")
                .write("PROMPT.md", "not ours to commit");
        byte[] index = Files.readAllBytes(sandbox.root.resolve(".git/index"));
        var tree = sandbox.open().workTree(ENGINE);
        assertThat(Files.readAllBytes(sandbox.root.resolve(".git/index"))).isEqualTo(index);
        assertThat(sandbox.committed().tree()).isEqualTo(tree);
    }

    @Test
    void a_change_in_the_same_moment_and_of_the_same_length_is_seen() throws IOException {
        for (int round = 0; round < 20; round++) {
            sandbox.write("a.txt", "%03d\n".formatted(round)).git("add", "a.txt");
            sandbox.write("a.txt", "%03d\n".formatted(round + 500));
            var tree = sandbox.open().workTree(ENGINE);
            assertThat(sandbox.git("show", tree + ":a.txt"))
                    .isEqualTo("%03d".formatted(round + 500));
        }
    }

    @Test
    void names_of_every_kind_are_taken_as_names() throws IOException {
        var names =
                List.of(
                        "with space",
                        "with\nnewline",
                        "with\ttab",
                        "-dash",
                        "--all",
                        ":(top)magic",
                        ":!excluded",
                        "*.txt",
                        "[a]",
                        "grüße-日本",
                        "\"quoted\"",
                        "back\\slash",
                        "#hash",
                        "~tilde",
                        "'");
        for (String name : names) sandbox.write(name, name);
        sandbox.write("mine *", "mine");
        assertThat(sandbox.open().dirty(ENGINE)).hasSize(names.size() + 1);
        var saved =
                (Saved) sandbox.open().saveWork("refs/foldline/saved/r1/t1", "all of it", ENGINE);
        var commit = sandbox.committed("mine *");
        assertThat(sandbox.open().changedPaths(commit.parents().getFirst(), commit.hash()))
                .hasSize(names.size());
        assertThat(saved.paths()).hasSize(names.size() + 1);
        assertThat(sandbox.status()).isEqualTo("?? \"mine *\"");
    }

    @Test
    void a_name_that_is_no_text_can_be_committed_and_protected() throws IOException {
        sandbox.git("config", "core.precomposeunicode", "false");
        var script =
                new ProcessBuilder(
                        "sh",
                        "-c",
                        "printf x > \"$(printf 'caf\\351')\"; printf y > \"$(printf 't\\351')\"");
        assertThat(script.directory(sandbox.root.toFile()).start().onExit().join().exitValue())
                .isZero();
        assertThat(sandbox.open().dirty(ENGINE))
                .extracting(DirtyPath::path)
                .containsExactlyInAnyOrder("\"caf\\351\"", "\"t\\351\"");
        var commit = sandbox.committed("\"t\\351\"");
        assertThat(sandbox.open().changedPaths(commit.parents().getFirst(), commit.hash()))
                .containsExactly("\"caf\\351\"");
        assertThat(sandbox.open().dirty(ENGINE))
                .extracting(DirtyPath::path)
                .containsExactly("\"t\\351\"");
    }

    @Test
    void ignored_files_are_not_work_but_a_tracked_one_is() throws IOException {
        sandbox.write(".gitignore", "*.log\nbuild/\n").write("tracked.log", "one");
        sandbox.git("add", "-f", "tracked.log");
        sandbox.commitByHand("a tracked file that is ignored");
        sandbox.write("tracked.log", "two").write("other.log", "x").write("build/out", "x");
        assertThat(sandbox.open().dirty(ENGINE))
                .containsExactly(new DirtyPath("tracked.log", Change.MODIFIED, ".M"));
        sandbox.committed();
        assertThat(sandbox.git("show", "HEAD:tracked.log")).isEqualTo("two");
    }

    @Test
    void a_sparse_checkout_keeps_what_is_outside_its_cone() throws IOException {
        sandbox.write("left/x", "x").write("right/y", "y").commitByHand("two folders");
        sandbox.git("sparse-checkout", "set", "left");
        assertThat(sandbox.root.resolve("right")).doesNotExist();
        sandbox.write("left/x", "changed").write("outside/z", "new, outside the cone");
        sandbox.committed();
        assertThat(sandbox.filesIn("HEAD"))
                .contains("left/x", "right/y", "outside/z", "folder/b.txt");
        assertThat(sandbox.open().dirty(ENGINE)).isEmpty();
        assertThat(sandbox.root.resolve("right")).doesNotExist();
    }

    @Test
    void line_ends_and_filters_are_applied_as_git_does() throws IOException {
        sandbox.git("config", "core.safecrlf", "true");
        sandbox.write(".gitattributes", "*.crlf text eol=crlf\n*.up filter=upper\n")
                .commitByHand("attributes");
        sandbox.git("config", "filter.upper.clean", "tr a-z A-Z");
        sandbox.write("x.crlf", "one\r\ntwo\r\n")
                .write("mixed.crlf", "one\ntwo\r\n")
                .write("y.up", "shout");
        var commit = sandbox.committed();
        assertThat(sandbox.open().file("HEAD", "x.crlf", 100).map(GitTreesTest::text))
                .contains("one\ntwo\n");
        assertThat(sandbox.open().file("HEAD", "y.up", 100).map(GitTreesTest::text))
                .contains("SHOUT");
        assertThat(sandbox.open().workTree(ENGINE)).isEqualTo(commit.tree());
    }

    @Test
    void a_folder_that_became_a_file_and_a_file_that_became_a_link_are_taken() throws IOException {
        sandbox.delete("folder/b.txt");
        Files.delete(sandbox.root.resolve("folder"));
        Files.createSymbolicLink(sandbox.root.resolve("folder"), Path.of("a.txt"));
        sandbox.committed();
        assertThat(sandbox.filesIn("HEAD")).containsExactly("a.txt", "folder");
        assertThat(sandbox.status()).isEmpty();
        sandbox.delete("folder").write("folder/deep/c.txt", "c");
        sandbox.committed();
        assertThat(sandbox.filesIn("HEAD")).containsExactly("a.txt", "folder/deep/c.txt");
    }

    @Test
    void a_submodule_counts_by_its_commit_alone() throws IOException {
        try (var library = Sandbox.repository(Files.createDirectories(folder.resolve("library")))) {
            sandbox.git("submodule", "--quiet", "add", library.root.toString(), "lib");
            sandbox.commitByHand("with a submodule");
            sandbox.write("lib/a.txt", "dirty inside\n");
            assertThat(sandbox.open().dirty(ENGINE)).isEmpty();
            var inside = sandbox.at(sandbox.root.resolve("lib"));
            inside.commitByHand("moved on");
            assertThat(sandbox.open().dirty(ENGINE))
                    .extracting(DirtyPath::path)
                    .containsExactly("lib");
            sandbox.committed();
            assertThat(sandbox.git("rev-parse", "HEAD:lib")).isEqualTo(inside.head());
        }
    }

    @Test
    void a_nested_repository_is_reported_and_never_committed_as_a_broken_link() throws IOException {
        sandbox.write("c.txt", "c").write("nested/d.txt", "d").git("init", "-q", "nested");
        assertThat(sandbox.commit())
                .isEqualTo(new CommitOutcome.NestedRepositories(List.of("nested/")));
        assertThat(sandbox.committed("nested/").tree()).isNotBlank();
        assertThat(sandbox.filesIn("HEAD")).contains("c.txt").doesNotContain("nested");
        sandbox.write("c.txt", "more");
        assertThat(sandbox.open().saveWork("refs/foldline/saved/r1/t1", "work", ENGINE))
                .isInstanceOfSatisfying(
                        Saved.class,
                        saved -> {
                            assertThat(saved.paths()).containsExactly("c.txt");
                            assertThat(saved.leftOut()).containsExactly("nested/");
                        });
    }

    @Test
    void a_worktree_of_this_repository_inside_it_is_left_alone() throws IOException {
        sandbox.git("worktree", "add", "-q", "-b", "aside", ".claude/worktrees/x");
        sandbox.write(".claude/worktrees/x/d.txt", "d").write("c.txt", "c");
        sandbox.committed();
        assertThat(sandbox.filesIn("HEAD")).contains("c.txt").noneMatch(n -> n.contains("claude"));
        sandbox.write(".claude/worktrees/y/e.txt", "e").git("init", "-q", ".claude/worktrees/y");
        sandbox.write("c.txt", "more");
        assertThat(sandbox.commit())
                .isEqualTo(new CommitOutcome.NestedRepositories(List.of(".claude/worktrees/y/")));
    }

    @ParameterizedTest
    @ValueSource(strings = {".GIT /x", ".git./x", "git~1/x", "deep/.git::$INDEX/x", ".Git"})
    void a_file_whose_name_git_refuses_is_reported_and_never_dropped_silently(String path)
            throws IOException {
        sandbox.write("c.txt", "c").write(path, "lost?");
        assertThat(sandbox.commit()).isEqualTo(new CommitOutcome.RefusedNames(List.of(path)));
        assertThat(sandbox.committed(path).tree()).as("a person's own is left alone").isNotBlank();
        assertThat(sandbox.commit())
                .as("also when there is nothing else")
                .isEqualTo(new CommitOutcome.RefusedNames(List.of(path)));
        assertThat(sandbox.open().treeState(ENGINE).dirty())
                .extracting(DirtyPath::path)
                .containsExactly(path);
        sandbox.write("c.txt", "more");
        assertThat(sandbox.open().saveWork("refs/foldline/saved/r1/t1", "work", ENGINE))
                .isInstanceOfSatisfying(
                        Saved.class, saved -> assertThat(saved.leftOut()).containsExactly(path));
    }

    @Test
    void a_path_that_is_longer_than_git_can_read_is_reported() throws Exception {
        sandbox.write("c.txt", "c");
        var deep =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "for i in $(seq 420); do mkdir dddddddddd; cd -P dddddddddd; done;"
                                        + " echo lost? > f")
                        .directory(sandbox.root.toFile())
                        .inheritIO();
        assertThat(deep.start().waitFor()).isZero();
        try {
            assertThat(sandbox.commit())
                    .isInstanceOfSatisfying(
                            CommitOutcome.RefusedNames.class,
                            refused ->
                                    assertThat(refused.paths())
                                            .isNotEmpty()
                                            .allMatch(path -> path.startsWith("dddddddddd/dd")));
        } finally {
            new ProcessBuilder("rm", "-rf", "dddddddddd")
                    .directory(sandbox.root.toFile())
                    .start()
                    .waitFor();
        }
    }

    @Test
    void a_repository_that_was_added_to_the_index_is_reported_and_a_submodule_is_not()
            throws IOException {
        try (var library = Sandbox.repository(Files.createDirectories(folder.resolve("library")))) {
            sandbox.git(
                    "-c",
                    "protocol.file.allow=always",
                    "submodule",
                    "--quiet",
                    "add",
                    library.root.toString(),
                    "libs/lib");
            assertThat(sandbox.commit()).isInstanceOf(CommitOutcome.Committed.class);
            sandbox.git("clone", "-q", library.root.toString(), "nested");
            sandbox.git("add", "nested");
            assertThat(sandbox.commit())
                    .isEqualTo(new CommitOutcome.NestedRepositories(List.of("nested")));
        }
    }

    @Test
    void a_file_whose_name_is_a_prefix_of_a_refused_one_is_not_reported_with_it()
            throws IOException {
        sandbox.write("git", "work").write("git~1", "refused");
        assertThat(sandbox.commit()).isEqualTo(new CommitOutcome.RefusedNames(List.of("git~1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sub/.git/x", "sub/.git/deep/er", "sub/.git"})
    void a_file_named_like_a_repository_is_reported(String path) throws IOException {
        sandbox.write("sub/y", "y").write(path, "lost?");
        assertThat(sandbox.commit())
                .isEqualTo(new CommitOutcome.NestedRepositories(List.of("sub/.git")));
        assertThat(sandbox.committed("sub/.git").tree()).isNotBlank();
        assertThat(sandbox.filesIn("HEAD")).contains("sub/y");
        assertThat(sandbox.open().treeState(ENGINE).dirty())
                .extracting(DirtyPath::path)
                .containsExactly("sub/.git");
        assertThat(sandbox.open().treeState(ENGINE.and(List.of("sub/.git"))).dirty()).isEmpty();
    }

    @Test
    void repositories_in_ignored_folders_and_those_of_submodules_are_none_of_ours()
            throws IOException {
        sandbox.write(".gitignore", "build/\n*.o\n")
                .write("build/cache/.git/x", "x")
                .write("kept/.git/.keep", "")
                .git("init", "-q", "other");
        sandbox.write("other/z", "z").git("-C", "other", "add", "z");
        sandbox.git(
                "-C", "other", "-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "z");
        sandbox.git(
                "-c", "protocol.file.allow=always", "submodule", "add", "-q", "./other", "module");
        Files.delete(sandbox.root.resolve("kept/.git/.keep"));
        assertThat(sandbox.commit())
                .isEqualTo(new CommitOutcome.NestedRepositories(List.of("other/")));
        assertThat(sandbox.committed("other/").tree()).isNotBlank();
    }

    @Test
    void work_is_saved_once_and_found_again() throws IOException {
        sandbox.write("a.txt", "half done\n")
                .write("untracked.txt", "u")
                .hook("pre-commit", "exit 1");
        var before = sandbox.status();
        var saved = sandbox.open().saveWork("refs/foldline/saved/r1/t1", "saved\n", ENGINE);
        sandbox.write("a.txt", "later\n");
        assertThat(sandbox.open().saveWork("refs/foldline/saved/r1/t1", "saved\n", ENGINE))
                .isEqualTo(saved);
        assertThat(sandbox.open().saved("refs/foldline/saved/r1/t1")).contains((Saved) saved);
        assertThat(sandbox.status()).isEqualTo(before);
        assertThat(sandbox.git("show", "refs/foldline/saved/r1/t1:a.txt")).isEqualTo("half done");
        assertThat(sandbox.open().saved("refs/foldline/saved/r1/t2")).isEmpty();
    }

    @Test
    void work_is_saved_without_an_identity_and_in_the_middle_of_a_merge() throws IOException {
        sandbox.git("checkout", "-q", "-b", "side");
        sandbox.write("a.txt", "side\n").commitByHand("side");
        sandbox.git("checkout", "-q", "main");
        sandbox.write("a.txt", "main\n").commitByHand("main");
        sandbox.gitMayFail("merge", "side");
        OpeningTest.forgetAda(sandbox);
        var before = sandbox.status();
        assertThat(sandbox.open().saveWork("refs/foldline/saved/r1/t1", "saved", ENGINE))
                .isInstanceOf(Saved.class);
        assertThat(sandbox.status()).isEqualTo(before);
        assertThat(sandbox.git("show", "refs/foldline/saved/r1/t1:a.txt"))
                .contains("<<<<<<<", "main", "side");
    }

    @Test
    void a_clean_tree_makes_no_saved_ref() throws IOException {
        sandbox.write("PROMPT.md", "only ours");
        assertThat(sandbox.open().saveWork("refs/foldline/saved/r1/t1", "x", ENGINE))
                .isEqualTo(new SaveOutcome.Clean());
        assertThat(sandbox.open().saved("refs/foldline/saved/r1/t1")).isEmpty();
    }

    @Test
    void no_private_index_is_left_behind() throws IOException {
        sandbox.write("a.txt", "x");
        sandbox.open().workTree(ENGINE);
        sandbox.committed();
        assertThat(sandbox.root.resolve(".git/foldline/tmp")).isEmptyDirectory();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
