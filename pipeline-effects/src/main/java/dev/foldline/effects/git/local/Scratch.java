package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitReads.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The folder for what we need for a moment: private indexes, the worktree of a rebase. */
final class Scratch {
    /** Far longer than any command may run: what is older was left by a crash. */
    private static final Duration LEFT_BEHIND_AFTER = Duration.ofDays(1);

    private Scratch() {}

    static Path folder(Place place) throws GitFault {
        try {
            return Files.createDirectories(path(place));
        } catch (IOException refused) {
            throw new GitFault(Kind.COMMAND_FAILED, "cannot make " + path(place) + ": " + refused, refused);
        }
    }

    /** Things of that name that a crash left behind. */
    static List<Path> leftBehind(Place place, String pattern) {
        var old = new ArrayList<Path>();
        if (!Files.isDirectory(path(place))) return old;
        var limit = Instant.now().minus(LEFT_BEHIND_AFTER);
        try (var found = Files.newDirectoryStream(path(place), pattern)) {
            for (Path one : found) {
                if (Files.getLastModifiedTime(one).toInstant().isBefore(limit)) old.add(one);
            }
        } catch (IOException unreadable) {
            // Litter is no reason to stop; the next time may do better.
        }
        return old;
    }

    static void discard(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException inUse) {
            // It is named at random and nobody reads it; the next tidying up takes it.
        }
    }

    private static Path path(Place place) {
        return place.commonFolder().resolve("foldline").resolve("tmp");
    }
}
