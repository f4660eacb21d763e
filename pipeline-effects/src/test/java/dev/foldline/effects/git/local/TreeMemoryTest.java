package dev.foldline.effects.git.local;

import static dev.foldline.effects.git.local.Sandbox.ENGINE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;

/** A repository that keeps its last tree answers as one that was opened for the question. */
class TreeMemoryTest {
    private static final Duration TICKS = Duration.ofMillis(30);
    private static final int ROUNDS = Thorough.ALL ? 30 : 10;

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
    void every_change_is_seen_however_well_it_is_hidden() throws IOException {
        var random = new Random(7);
        var git = sandbox.open();
        for (int round = 0; round < ROUNDS; round++) {
            if (random.nextBoolean()) settle();
            change(random);
            assertThat(git.workTree(ENGINE)).as("round " + round).isEqualTo(byAnother());
            if (random.nextInt(3) > 0) settle();
            assertThat(git.workTree(ENGINE)).as("again " + round).isEqualTo(byAnother());
        }
    }

    @Test
    void a_tree_that_is_gone_and_one_under_other_settings_are_written_again() throws IOException {
        var git = sandbox.open();
        sandbox.write("a.txt", "changed\r\n");
        settle();
        var tree = git.workTree(ENGINE);
        remove(tree);
        assertThat(git.workTree(ENGINE)).as("a tree that is gone is written again").isEqualTo(tree);
        sandbox.git("cat-file", "-e", tree);
        sandbox.git("config", "core.autocrlf", "input");
        var normal = git.workTree(ENGINE);
        assertThat(normal).isNotEqualTo(tree).isEqualTo(byAnother());
        sandbox.write(".git/info/attributes", "*.txt -text\n");
        assertThat(git.workTree(ENGINE)).isEqualTo(tree);
    }

    @Test
    void content_of_the_same_length_with_the_time_set_back_is_seen() throws IOException {
        var git = sandbox.open();
        var time = FileTime.from(Instant.parse("2020-02-02T02:02:02.123456Z"));
        var file = sandbox.write("a.txt", "1st\n").root.resolve("a.txt");
        Files.setLastModifiedTime(file, time);
        settle();
        var before = git.workTree(ENGINE);
        sandbox.write("a.txt", "2nd\n");
        Files.setLastModifiedTime(file, time);
        assertThat(git.workTree(ENGINE)).isNotEqualTo(before).isEqualTo(byAnother());
    }

    @Test
    void a_new_commit_in_a_submodule_is_seen() throws IOException {
        sandbox.git("init", "-q", "sub");
        sandbox.git("-C", "sub", "commit", "-q", "--allow-empty", "-m", "1");
        sandbox.git("add", "sub");
        sandbox.git("commit", "-q", "-m", "with a submodule");
        var git = sandbox.open();
        sandbox.git("-C", "sub", "commit", "-q", "--allow-empty", "-m", "2");
        settle();
        var before = git.workTree(ENGINE);
        sandbox.git("-C", "sub", "commit", "-q", "--allow-empty", "-m", "3");
        assertThat(git.workTree(ENGINE)).isNotEqualTo(before).isEqualTo(byAnother());
    }

    @Test
    void a_time_that_a_later_change_could_have_too_is_not_trusted() throws IOException {
        var file = sandbox.write("a.txt", "changed\n").root.resolve("a.txt");
        settle();
        var entries = List.of(StatusEntry.hidden("a.txt"));
        var written = Files.getLastModifiedTime(file).toInstant();
        for (var later : List.of(1, 10, 19, 21, 1_000)) {
            var clock = Clock.fixed(written.plusMillis(later), ZoneOffset.UTC);
            var memory = new TreeMemory(sandbox.open().place(), clock);
            assertThat(memory.sight("head", ENGINE, entries).isPresent())
                    .as(later + " ms later")
                    .isEqualTo(later > 20);
        }
    }

    /** Until a file that is written now is so much younger that the memory trusts the others. */
    private void settle() throws IOException {
        var probe = folder.resolve("probe");
        var began = Files.getLastModifiedTime(Files.writeString(probe, "x")).toInstant();
        while (Files.getLastModifiedTime(Files.writeString(probe, "x"))
                .toInstant()
                .isBefore(began.plus(TICKS))) Thread.onSpinWait();
    }

    private String byAnother() throws IOException {
        try (var another = sandbox.openAnother()) {
            return another.workTree(ENGINE);
        }
    }

    private void remove(String tree) throws IOException {
        Files.delete(
                sandbox.root.resolve(
                        ".git/objects/" + tree.substring(0, 2) + "/" + tree.substring(2)));
    }

    private void change(Random random) throws IOException {
        var file = sandbox.root.resolve(List.of("a.txt", "new.txt").get(random.nextInt(2)));
        var text = "%04d\n".formatted(random.nextInt(10_000));
        switch (random.nextInt(8)) {
            case 0 -> Files.writeString(file, text);
            case 1 -> withTimeOf(file, () -> Files.writeString(file, text));
            case 2 -> {
                var other = Files.writeString(folder.resolve("other"), text);
                withTimeOf(
                        file, () -> Files.move(other, file, StandardCopyOption.REPLACE_EXISTING));
            }
            case 3 -> {
                if (Files.exists(file) && !Files.isSymbolicLink(file))
                    Files.setPosixFilePermissions(
                            file,
                            PosixFilePermissions.fromString(
                                    random.nextBoolean() ? "rwxr-xr-x" : "rw-r--r--"));
            }
            case 4 -> Files.deleteIfExists(file);
            case 5 -> {
                Files.deleteIfExists(file);
                Files.createSymbolicLink(file, Path.of(text.strip()));
            }
            case 6 -> sandbox.git("add", "-A");
            case 7 -> {
                sandbox.git("add", "-A");
                sandbox.git("commit", "-q", "--allow-empty", "-m", "one");
            }
            default -> throw new AssertionError();
        }
    }

    private interface Change {
        Object make() throws IOException;
    }

    /** The time of a file that a program sets back. */
    private static void withTimeOf(Path file, Change change) throws IOException {
        if (Files.isSymbolicLink(file)) Files.delete(file);
        FileTime before = Files.exists(file) ? Files.getLastModifiedTime(file) : null;
        change.make();
        if (before != null) Files.setLastModifiedTime(file, before);
    }
}
