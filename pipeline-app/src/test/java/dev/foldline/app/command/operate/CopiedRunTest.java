package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A log that is not where it was written: read anywhere, driven only where its commits and its
 * branch are.
 */
class CopiedRunTest {
    @TempDir Path folder;

    private CliFixture origin;
    private CliFixture other;

    @BeforeEach
    void a_started_run_and_another_repository_are_prepared() throws Exception {
        origin = CliFixture.ready(Files.createDirectories(folder.resolve("origin")));
        origin.write("o.txt", "o\n").git("add", "o.txt");
        origin.git("commit", "-q", "-m", "a commit that only this one has");
        assertThat(origin.foldline("run", "--until", "development", "Add work").exit()).isZero();
        other = CliFixture.ready(Files.createDirectories(folder.resolve("other")));
    }

    @Thorough
    @Test
    void a_log_copied_to_another_repository_is_read_there_and_not_driven() throws Exception {
        copy(origin.root.resolve(".git/foldline"), other.root.resolve(".git/foldline"));
        var before = content(other.root.resolve(".git/foldline/runs"));
        var status = other.git("status", "--porcelain");
        var reported = other.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err())
                .contains(
                        "is not in this repository: its log was copied from elsewhere",
                        other.root.toString(),
                        "foldline log r");
        assertThat(Remedy.done(other, reported, "foldline log r").out()).contains("run started");
        for (String[] reading :
                new String[][] {
                    {"status"},
                    {"log", "--oneline"},
                    {"explain", "@"},
                    {"show", "@"},
                    {"replay", "@", "--verify"}
                }) assertThat(other.foldline(reading).exit()).as(reading[0]).isZero();
        assertThat(content(other.root.resolve(".git/foldline/runs"))).isEqualTo(before);
        assertThat(other.git("status", "--porcelain")).isEqualTo(status);
        assertThat(origin.foldline("resume").exit()).isZero();
    }

    @Test
    void a_log_alone_is_replayed_anywhere() throws Exception {
        var log =
                Files.copy(run(origin).resolve("events.jsonl"), folder.resolve("elsewhere.jsonl"));
        assertThat(other.foldline("replay", log.toString(), "--verify").exit()).isZero();
    }

    @Thorough
    @Test
    void a_run_without_its_branch_is_not_driven_and_the_remedy_restores_it() throws Exception {
        origin.git("switch", "-q", "main");
        origin.git("branch", "-D", "foldline/add-work");
        var reported = origin.foldline("resume");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err())
                .contains(
                        "the run works on branch foldline/add-work, which does not exist",
                        "try: git branch foldline/add-work ");
        var remedy =
                reported.err()
                        .lines()
                        .filter(line -> line.contains("git branch "))
                        .findFirst()
                        .orElseThrow()
                        .replaceFirst(".*git ", "")
                        .split(" ");
        origin.git(remedy);
        origin.git("switch", "-q", "foldline/add-work");
        assertThat(origin.foldline("resume").exit()).isZero();
    }

    @Thorough
    @Test
    void a_run_without_the_text_of_its_task_is_not_driven() throws Exception {
        var blobs = origin.root.resolve(".git/foldline/blobs");
        Files.move(blobs, folder.resolve("blobs"));
        var reported = origin.foldline("resume");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err()).contains("are missing or damaged: the task (");
        Files.move(folder.resolve("blobs"), blobs);
        assertThat(origin.foldline("resume").exit()).isZero();
    }

    @Thorough
    @Test
    void a_log_in_the_folder_of_another_run_is_not_driven() throws Exception {
        var run = run(origin);
        Files.move(run, run.resolveSibling("raaaaaaaaaaaaaaaa"));
        var reported = origin.foldline("resume");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err())
                .contains(
                        "this is the log of run "
                                + run.getFileName()
                                + ", in the folder of run raaaaaaaaaaaaaaaa",
                        "try: rename the folder to its original name: mv ");
    }

    @Thorough
    @Test
    void a_moved_repository_continues_in_its_new_location() throws Exception {
        Files.move(origin.root, folder.resolve("moved"));
        Files.createDirectories(origin.root);
        var reported = origin.foldline("-C", folder.resolve("moved").toString(), "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(folder.resolve("moved/work.txt")).exists();
    }

    @Test
    void a_copy_of_a_repository_drives_its_own_copy_of_the_run_and_leaves_the_other_alone()
            throws Exception {
        copy(origin.root, folder.resolve("copy"));
        var reported = origin.foldline("-C", folder.resolve("copy").toString(), "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(folder.resolve("copy/work.txt")).exists();
        assertThat(origin.root.resolve("work.txt")).doesNotExist();
        assertThat(origin.foldline("resume").exit()).isZero();
    }

    @Thorough
    @Test
    void a_missing_worktree_is_reported_with_a_way_to_continue() throws Exception {
        var place = CliFixture.ready(Files.createDirectories(folder.resolve("third")));
        assertThat(place.foldline("run", "--worktree", "--until", "development", "Add work").exit())
                .isZero();
        var tree = Path.of(Files.readString(run(place).resolve("place")));
        place.git("worktree", "remove", "--force", tree.toString());
        var reported = place.foldline("resume");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err())
                .contains(
                        "the working tree of run ",
                        " is gone",
                        tree.toString(),
                        "git switch foldline/add-work, then: foldline resume");
        place.git("switch", "-q", "foldline/add-work");
        assertThat(place.foldline("resume").exit()).isZero();
    }

    private static Path run(CliFixture place) throws IOException {
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            return runs.findFirst().orElseThrow();
        }
    }

    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        assertThat(
                        new ProcessBuilder("cp", "-a", from.toString(), to.toString())
                                .redirectErrorStream(true)
                                .redirectOutput(Redirect.DISCARD)
                                .start()
                                .waitFor())
                .isZero();
    }

    /** Everything but the lock, which every attempt writes its name into. */
    private static String content(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            var all = new StringBuilder();
            for (Path file :
                    files.filter(Files::isRegularFile)
                            .filter(file -> !file.endsWith("lock"))
                            .sorted()
                            .toList()) all.append(file).append(Files.readString(file));
            return all.toString();
        }
    }
}
