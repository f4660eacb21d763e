package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** A walk that lists only changed folders finds what a walk through everything finds. */
class FolderMemoryTest {
    private static final int ROUNDS = 300;
    private static final Duration TICKS = Duration.ofMillis(30);

    @TempDir Path folder;

    @Test
    void any_change_of_any_folder_is_seen() throws IOException {
        var random = new Random(3);
        var root = Files.createDirectories(folder.resolve("tree"));
        var memory = new FolderMemory(Clock.systemUTC());
        for (int round = 0; round < ROUNDS; round++) {
            if (random.nextInt(4) == 0) settle();
            change(root, random);
            assertThat(found(memory, root)).as("round " + round).isEqualTo(everything(root));
        }
    }

    @Test
    void a_folder_with_its_times_set_back_is_listed_again() throws IOException {
        var root = Files.createDirectories(folder.resolve("tree"));
        var inner = Files.createDirectories(root.resolve("a"));
        var time = FileTime.from(Instant.parse("2020-02-02T02:02:02.123456Z"));
        Files.setLastModifiedTime(inner, time);
        settle();
        var memory = new FolderMemory(Clock.systemUTC());
        found(memory, root);
        Files.createDirectories(inner.resolve(".git"));
        Files.setLastModifiedTime(inner, time);
        assertThat(found(memory, root)).isEqualTo(everything(root)).contains("a/.git");
    }

    private static TreeSet<String> found(FolderMemory memory, Path root) {
        var found = new TreeSet<String>();
        var walk = memory.walk(root);
        var ahead = new ArrayDeque<>(List.of(root));
        while (!ahead.isEmpty()) {
            var listing = walk.list(ahead.pop());
            listing.git().ifPresent(git -> found.add(root.relativize(git).toString()));
            for (var each : listing.folders()) found.add(root.relativize(each) + "/");
            ahead.addAll(listing.folders());
        }
        walk.end();
        return found;
    }

    /** The slow twin. */
    private static TreeSet<String> everything(Path root) throws IOException {
        var found = new TreeSet<String>();
        try (var all = Files.walk(root)) {
            for (var each : all.filter(path -> !path.equals(root)).toList()) {
                var name = root.relativize(each).toString();
                if (each.endsWith(".git")) found.add(name);
                else if (Files.isDirectory(each) && !name.contains(".git/")) found.add(name + "/");
            }
        }
        return found;
    }

    private static void change(Path root, Random random) throws IOException {
        var names = List.of("a", "b", "a/c", "a/c/d", "b/e");
        var place = root.resolve(names.get(random.nextInt(names.size())));
        switch (random.nextInt(5)) {
            case 0, 1 -> Files.createDirectories(place);
            case 2 -> {
                if (Files.isDirectory(place)) Files.createDirectories(place.resolve(".git/x"));
            }
            case 3 -> {
                if (Files.isDirectory(place)) Files.writeString(place.resolve("file"), "x");
            }
            case 4 -> remove(place);
            default -> throw new AssertionError();
        }
    }

    private static void remove(Path place) throws IOException {
        if (!Files.exists(place)) return;
        try (var all = Files.walk(place)) {
            for (var each : all.toList().reversed()) Files.delete(each);
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
}
