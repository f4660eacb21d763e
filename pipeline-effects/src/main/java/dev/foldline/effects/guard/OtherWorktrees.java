package dev.foldline.effects.guard;

import dev.foldline.effects.git.GitReads.Place;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The other working trees of the repository before a call. Commits, merges, rebases and checkouts
 * in them are in the reflog of their HEAD, so that a branch that moved there can be attributed.
 *
 * @param logs the size of HEAD's reflog in bytes, by the worktree's git folder
 * @param unlogged full names of the branches that are checked out in worktrees without such a
 *     reflog
 */
public record OtherWorktrees(Map<String, Long> logs, Vector<String> unlogged) {
    private static final String SYMBOLIC = "ref: ";

    static OtherWorktrees look(Place place) {
        Map<String, Long> logs = HashMap.empty();
        Vector<String> unlogged = Vector.empty();
        for (Path folder : gitFolders(place)) {
            if (Files.exists(log(folder))) logs = logs.put(folder.toString(), length(folder));
            else unlogged = unlogged.appendAll(branch(folder));
        }
        return new OtherWorktrees(logs, unlogged);
    }

    /**
     * Returns whether one of them has been at this commit since. Without a reflog, a checkout of
     * the branch suffices.
     */
    boolean haveMoved(Place place, String ref, String commit) {
        if (unlogged.contains(ref)) return true;
        for (Path folder : gitFolders(place)) {
            if (Files.exists(log(folder))
                    ? hasBeenAt(folder, commit)
                    : branch(folder).contains(ref)) return true;
        }
        return false;
    }

    /** Each line starts with the old and the new commit of HEAD. */
    private boolean hasBeenAt(Path folder, String commit) {
        long seen = logs.get(folder.toString()).getOrElse(0L);
        try (var file = Files.newInputStream(log(folder))) {
            file.skipNBytes(seen <= Files.size(log(folder)) ? seen : 0);
            return new BufferedReader(new InputStreamReader(file, StandardCharsets.ISO_8859_1))
                    .lines()
                    .anyMatch(line -> line.startsWith(commit, commit.length() + 1));
        } catch (IOException | UncheckedIOException goneMeanwhile) {
            return false;
        }
    }

    private static long length(Path folder) {
        try {
            return Files.size(log(folder));
        } catch (IOException goneMeanwhile) {
            return 0;
        }
    }

    private static Vector<String> branch(Path folder) {
        try {
            var head = Files.readString(folder.resolve("HEAD"), StandardCharsets.UTF_8).strip();
            return head.startsWith(SYMBOLIC)
                    ? Vector.of(head.substring(SYMBOLIC.length()))
                    : Vector.empty();
        } catch (IOException goneMeanwhile) {
            return Vector.empty();
        }
    }

    private static Path log(Path folder) {
        return folder.resolve("logs").resolve("HEAD");
    }

    private static List<Path> gitFolders(Place place) {
        var folders = new ArrayList<Path>();
        folders.add(place.commonFolder());
        try (var linked = Files.newDirectoryStream(place.commonFolder().resolve("worktrees"))) {
            linked.forEach(folders::add);
        } catch (IOException none) {
            // There are no linked worktrees.
        }
        folders.removeIf(folder -> folder.equals(place.gitFolder()));
        return folders;
    }
}
