package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

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
        var log = Files.copy(run(origin).resolve("events.jsonl"), folder.resolve("alone.jsonl"));
        assertThat(other.foldline("replay", log.toString(), "--verify").exit()).isZero();
    }

    @Test
    void a_copy_of_a_repository_drives_its_own_copy_of_the_run_and_a_moved_one_the_run()
            throws Exception {
        copy(origin.root, folder.resolve("copy"));
        var copied = origin.foldline("-C", folder.resolve("copy").toString(), "resume");
        assertThat(copied.exit()).as(copied.all()).isZero();
        assertThat(folder.resolve("copy/work.txt")).exists();
        assertThat(origin.root.resolve("work.txt")).doesNotExist();
        origin.git("switch", "-q", "main");
        origin.git("branch", "-D", "foldline/add-work");
        var reported = origin.foldline("resume");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err())
                .contains("the run works on branch foldline/add-work, which does not exist");
        Remedy.git(origin, reported, "git branch foldline/add-work ");
        origin.git("switch", "-q", "foldline/add-work");
        Files.move(origin.root, folder.resolve("moved"));
        Files.createDirectories(origin.root);
        var moved = origin.foldline("-C", folder.resolve("moved").toString(), "resume");
        assertThat(moved.exit()).as(moved.all()).isZero();
        assertThat(folder.resolve("moved/work.txt")).exists();
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
