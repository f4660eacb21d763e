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

/** The folder for temporary files: private indexes, and the worktree of a rebase. */
final class ScratchFolder {
    /** Far longer than any command may run; older files were left by a crash. */
    private static final Duration LEFT_BEHIND_AFTER = Duration.ofDays(1);

    private ScratchFolder() {}

    static Path folder(Place place) throws GitFault {
        try {
            return Files.createDirectories(path(place));
        } catch (IOException refused) {
            throw new GitFault(
                    Kind.COMMAND_FAILED, "cannot make " + path(place) + ": " + refused, refused);
        }
    }

    /** Returns matching files that a crash left behind. */
    static List<Path> leftBehind(Place place, String pattern) {
        var old = new ArrayList<Path>();
        if (!Files.isDirectory(path(place))) return old;
        var limit = Instant.now().minus(LEFT_BEHIND_AFTER);
        try (var found = Files.newDirectoryStream(path(place), pattern)) {
            for (Path one : found) {
                if (Files.getLastModifiedTime(one).toInstant().isBefore(limit)) old.add(one);
            }
        } catch (IOException unreadable) {
            // Leftover files are no reason to fail; the next cleanup tries again.
        }
        return old;
    }

    static void discard(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException inUse) {
            // Its name is random and it is never read; the next cleanup deletes it.
        }
    }

    private static Path path(Place place) {
        return place.commonFolder().resolve("foldline").resolve("tmp");
    }
}
