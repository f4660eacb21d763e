package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitReads.Influences;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A repository that keeps the answer about git's settings answers as one that was opened for the
 * question.
 */
class ConfigurationMemoryTest {
    private static final int ROUNDS = 25;

    @TempDir Path folder;
    private Sandbox sandbox;
    private Path calls;
    private Git git;

    /** Its git writes down each of its commands. */
    @BeforeEach
    void openRepository() throws IOException {
        calls = folder.resolve("calls");
        var program =
                Files.writeString(
                        folder.resolve("git"),
                        "#!/bin/sh\necho \"$*\" >> '" + calls + "'\nexec git \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        sandbox = Sandbox.repository(folder).run(program);
        git = sandbox.open();
        Files.writeString(calls, "");
    }

    @AfterEach
    void closeRepository() {
        sandbox.close();
    }

    @Test
    void every_change_of_a_setting_is_seen() throws IOException {
        var random = new Random(11);
        sandbox.git("config", "extensions.worktreeConfig", "true");
        sandbox.git("config", "include.path", "../more");
        sandbox.git("config", "includeIf.hasconfig:remote.*.url:https://x/**.path", "../other");
        for (int round = 0; round < ROUNDS; round++) {
            change(random);
            assertSame("round " + round);
            assertSame("again " + round);
        }
    }

    @Test
    void the_same_settings_are_not_asked_for_again() throws IOException {
        var first = git.influences();
        assertThat(git.influences()).isEqualTo(first);
        assertThat(git.influences()).isEqualTo(first);
        assertThat(asked()).isEqualTo(1);
        var home = Files.createDirectories(folder.resolve("home/.config/git"));
        Files.writeString(home.resolve("config"), "[a]\n b = c\n");
        assertSame("a file in a place where there was none");
        Files.writeString(sandbox.root.resolve("more"), "[core]\n hooksPath = elsewhere\n");
        sandbox.git("config", "include.path", "../more");
        assertSame("a file that is included");
        assertSame("which is known the next time");
        int before = asked();
        assertThat(git.influences()).isEqualTo(byAnother());
        assertThat(asked()).as("that of the other one").isEqualTo(before + 1);
    }

    @Test
    void content_of_the_same_length_with_the_time_set_back_is_seen() throws IOException {
        sandbox.git("config", "core.hooksPath", "one");
        var file = sandbox.root.resolve(".git/config");
        var time = FileTime.from(Instant.parse("2020-02-02T02:02:02.123456Z"));
        Files.setLastModifiedTime(file, time);
        assertThat(git.influences().hooks().getFileName()).hasToString("one");
        Files.writeString(file, Files.readString(file).replace("one", "two"));
        Files.setLastModifiedTime(file, time);
        assertThat(git.influences().hooks().getFileName()).hasToString("two");
    }

    @Test
    void an_answer_that_depends_on_the_branch_is_not_kept() throws IOException {
        Files.writeString(sandbox.root.resolve("later"), "[core]\n hooksPath = of-the-branch\n");
        sandbox.git("config", "includeIf.onbranch:later.path", "../later");
        assertSame("before");
        sandbox.git("checkout", "-q", "-b", "later");
        assertSame("on the branch");
        assertThat(git.influences().hooks().getFileName()).hasToString("of-the-branch");
    }

    @Test
    void a_file_that_is_included_through_a_link_is_seen() throws IOException {
        var deep = Files.createDirectories(folder.resolve("elsewhere/deep"));
        Files.createSymbolicLink(sandbox.root.resolve("link"), deep);
        sandbox.git("config", "include.path", "../link/../more");
        for (var value : List.of("one", "two", "three")) {
            Files.writeString(
                    folder.resolve("elsewhere/more"), "[core]\n hooksPath = " + value + "\n");
            assertSame(value);
            assertSame(value + " again");
        }
    }

    @Test
    void a_file_with_a_relative_name_is_found_from_the_working_tree() throws IOException {
        try (var own = sandbox.with(Map.of("GIT_CONFIG_GLOBAL", "own")).openAnother()) {
            for (int time = 0; time < 3; time++) own.influences();
            Files.writeString(sandbox.root.resolve("own"), "[core]\n hooksPath = mine\n");
            assertThat(own.influences().hooks().getFileName()).hasToString("mine");
        }
    }

    @Test
    void a_repository_that_is_moved_to_another_common_folder_is_asked_again() throws IOException {
        for (int time = 0; time < 3; time++) git.influences();
        int before = asked();
        Files.writeString(sandbox.root.resolve(".git/commondir"), ".\n");
        git.influences();
        assertThat(asked()).isEqualTo(before + 1);
    }

    @Test
    void a_home_that_cannot_be_a_path_is_left_to_git() throws IOException {
        var odd = sandbox.with(Map.of("HOME", "\0")).settings;
        assertThat(new ConfigurationMemory().sight(git.place(), odd).contents()).isEmpty();
    }

    @Test
    void a_pipe_in_place_of_a_file_is_not_read() throws Exception {
        git.influences();
        var more = sandbox.root.resolve("more");
        assertThat(new ProcessBuilder("mkfifo", more.toString()).start().waitFor()).isZero();
        var memory = new ConfigurationMemory();
        var before = memory.sight(git.place(), sandbox.settings());
        memory.remember(before, Optional.of(Set.of(more)), git.influences());
        assertThat(memory.answer()).isEmpty();
        assertThat(memory.sight(git.place(), sandbox.settings()).contents()).isEmpty();
    }

    private void assertSame(String when) throws IOException {
        assertThat(git.influences()).as(when).isEqualTo(byAnother());
    }

    private Influences byAnother() throws IOException {
        try (var another = sandbox.openAnother()) {
            return another.influences();
        }
    }

    private int asked() throws IOException {
        return (int) Files.readAllLines(calls).stream().filter(it -> it.contains("--list")).count();
    }

    private void change(Random random) throws IOException {
        var value = "hooks-" + random.nextInt(100);
        var more = sandbox.root.resolve(List.of("more", "other").get(random.nextInt(2)));
        switch (random.nextInt(10)) {
            case 0 -> sandbox.git("config", "core.hooksPath", value);
            case 1 -> sandbox.gitMayFail("config", "--unset", "core.hooksPath");
            case 2 -> sandbox.git("config", "--worktree", "core.hooksPath", value);
            case 3 -> sandbox.gitMayFail("config", "--worktree", "--unset", "core.hooksPath");
            case 4 -> sandbox.git("config", "--global", "core.hooksPath", value);
            case 5 -> Files.writeString(more, "[core]\n hooksPath = " + value + "\n");
            case 6 -> Files.writeString(more, "[include]\n path = deeper\n");
            case 7 ->
                    Files.writeString(
                            sandbox.root.resolve("deeper"), "[core]\n attributesFile = " + value);
            case 8 -> {
                Files.deleteIfExists(more);
                Files.deleteIfExists(sandbox.root.resolve("deeper"));
            }
            case 9 ->
                    sandbox.git(
                            "config",
                            "remote.origin.url",
                            "https://" + (random.nextBoolean() ? "x" : "y") + "/a");
            default -> throw new AssertionError();
        }
    }
}
