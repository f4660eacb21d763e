package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.ENGINE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.LocalContent.Kind;
import dev.foldline.effects.git.Exclusions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What is in a working tree and in no commit of it, by kind. */
class LocalContentTest {
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

    private List<LocalContent> read() throws IOException {
        return sandbox.open().localContent(ENGINE);
    }

    private static LocalContent ignored(String name) {
        return new LocalContent(Kind.IGNORED, name);
    }

    @Test
    void ignored_folders_are_named_as_a_whole_unless_a_tracked_file_is_in_them()
            throws IOException {
        sandbox.write(".gitignore", "build/\n.env\n*.log\n")
                .write("build/tracked", "in spite of the rule\n")
                .write("sub/.gitignore", "cache/\n");
        sandbox.git("add", "-f", ".gitignore", "build/tracked", "sub/.gitignore");
        sandbox.git("commit", "-q", "-m", "rules");
        sandbox.write("build/new", "x")
                .write(".env", "x")
                .write("sub/cache/deep/x", "x")
                .write("sub/b.log", "x")
                .write(".foldline/plan.json", "{}");
        assertThat(read())
                .containsExactly(
                        ignored(".env"),
                        ignored("build/new"),
                        ignored("sub/b.log"),
                        ignored("sub/cache/"));
    }

    @Test
    void a_link_that_only_looks_like_an_ignored_folder_is_untracked() throws IOException {
        sandbox.write(".gitignore", "node_modules/\n").commitByHand("rules");
        Files.createSymbolicLink(sandbox.root.resolve("node_modules"), Path.of("/elsewhere"));
        assertThat(read()).containsExactly(new LocalContent(Kind.UNTRACKED, "node_modules"));
    }

    @Test
    void changed_files_that_the_index_marks_as_unchanged_are_named() throws IOException {
        sandbox.write("same", "1\n").write("skipped", "1\n").write("absent", "1\n");
        sandbox.commitByHand("more files");
        sandbox.git("update-index", "--assume-unchanged", "a.txt", "same");
        sandbox.git("update-index", "--skip-worktree", "skipped", "absent");
        sandbox.write("a.txt", "changed\n").write("skipped", "changed\n").delete("absent");
        assertThat(sandbox.status()).isEmpty();
        assertThat(read())
                .containsExactly(
                        new LocalContent(Kind.UNWATCHED, "a.txt"),
                        new LocalContent(Kind.UNWATCHED, "skipped"));
        assertThat(sandbox.git("ls-files", "-v", "a.txt")).as("the mark stays").startsWith("h");
    }

    @Test
    void a_change_inside_a_submodule_is_named() throws IOException {
        try (var library = Sandbox.repository(Files.createDirectories(folder.resolve("library")))) {
            sandbox.git(
                    "-c",
                    "protocol.file.allow=always",
                    "submodule",
                    "--quiet",
                    "add",
                    library.root.toString(),
                    "libs/lib");
            sandbox.commitByHand("a submodule");
            assertThat(read()).isEmpty();
            sandbox.write("libs/lib/a.txt", "changed\n");
            assertThat(read()).containsExactly(new LocalContent(Kind.SUBMODULE, "libs/lib"));
        }
    }

    @Test
    void each_stash_is_named_by_its_commit() throws IOException {
        sandbox.write("a.txt", "put aside\n").git("stash", "-q");
        var stash = sandbox.git("rev-parse", "stash");
        assertThat(read()).containsExactly(new LocalContent(Kind.STASH, stash));
    }

    @Test
    void names_that_are_not_utf8_are_covered_by_what_names_them() throws IOException {
        sandbox.write(".gitignore", "own\n").commitByHand("rules");
        sandbox.git("config", "core.quotePath", "true");
        sandbox.write("own/x", "1");
        var raw = new ProcessBuilder("sh", "-c", "touch \"$(printf 'own/\\351')\"");
        raw.directory(sandbox.root.toFile()).inheritIO().start().onExit().join();
        var own = new Exclusions(Set.copyOf(read().stream().map(LocalContent::name).toList()));
        Files.delete(sandbox.root.resolve(".gitignore"));
        assertThat(sandbox.open().dirty(ENGINE.and(own.paths())))
                .extracting(each -> each.path())
                .containsExactly(".gitignore");
    }

    @Test
    void many_paths_become_few_that_cover_all_of_them_and_no_tracked_file() {
        var found = new ArrayList<LocalContent>();
        for (int i = 0; i < 700; i++) {
            found.add(ignored("src/p" + i + "/__pycache__/"));
            found.add(ignored("src/p" + i + "/m" + i + ".o"));
            found.add(ignored("data/" + i + ".json"));
            found.add(ignored("mixed/" + i + ".txt"));
        }
        var tracked = List.of("src/p1/m.py", "conf/a.json", "mixed/readme.txt");
        var few = new PathSummary(tracked).of(found);
        assertThat(few).contains(ignored("**/__pycache__"), ignored("**/*.o"), ignored("data/"));
        var covers = new Exclusions(Set.copyOf(few.stream().map(LocalContent::name).toList()));
        assertThat(found).allMatch(each -> covers.covers(each.name()));
        assertThat(tracked).noneMatch(covers::covers);
        assertThat(few.stream().filter(each -> each.name().startsWith("mixed/"))).hasSize(700);
    }

    @Test
    void few_paths_stay_as_they_are() {
        var found = Stream.of("a.o", "b.o").map(LocalContentTest::ignored).toList();
        assertThat(new PathSummary(List.of()).of(found)).isEqualTo(found);
    }
}
