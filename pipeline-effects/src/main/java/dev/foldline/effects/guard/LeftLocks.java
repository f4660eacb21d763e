package dev.foldline.effects.guard;

import dev.foldline.effects.git.GitReads;
import dev.foldline.effects.poll.Poller;
import dev.foldline.effects.process.LockHolders;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes lock files that appeared during a call and were left behind. A git command that is killed
 * leaves them, and every later command fails because of them. A lock is removed only if no live
 * process may hold it.
 *
 * @param before the locks at the start of the call, which belong to other processes
 */
record LeftLocks(GitReads git, Vector<String> before) {

    static Vector<String> present(GitReads git) throws IOException {
        return Vector.ofAll(git.lockFiles()).map(Path::toString);
    }

    /** Checks a lock in use again until it is gone or can be removed, for a limited time. */
    void remove(GuardFindings findings, Poller poller) {
        try {
            var left = new ArrayList<>(git.lockFiles());
            left.removeIf(lock -> before.contains(lock.toString()));
            poller.pollUninterruptibly(() -> removed(left, findings), List::isEmpty);
        } catch (IOException unreadable) {
            findings.note("left lock files that cannot be listed: " + unreadable.getMessage());
        }
    }

    private List<Path> removed(List<Path> left, GuardFindings findings) throws IOException {
        for (var each = left.iterator(); each.hasNext(); ) {
            if (isRemoved(each.next(), findings)) each.remove();
        }
        return left;
    }

    /** A lock that changes or disappears is in use. A removal is reported first. */
    private boolean isRemoved(Path lock, GuardFindings findings) throws IOException {
        var seen = facts(lock);
        if (seen.isEmpty()) return true;
        if (LockHolders.mayHold(lock.toRealPath(), folders()) || !facts(lock).equals(seen))
            return false;
        var name = git.place().root().relativize(lock);
        findings.note("left " + name + ", which no live process holds (it is removed)");
        Files.deleteIfExists(lock);
        return true;
    }

    private static List<Object> facts(Path lock) throws IOException {
        if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) return List.of();
        var facts =
                Files.readAttributes(lock, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return List.of(String.valueOf(facts.fileKey()), facts.lastModifiedTime(), facts.size());
    }

    /** Returns the folders of the repository and of all its working trees. */
    private List<Path> folders() throws IOException {
        var place = git.place();
        var folders = new ArrayList<>(List.of(place.root(), place.commonFolder()));
        if (place.commonFolder().endsWith(".git"))
            folders.add(place.commonFolder().resolveSibling(".").normalize());
        var linked = place.commonFolder().resolve("worktrees");
        if (!Files.isDirectory(linked)) return folders;
        try (var trees =
                Files.newDirectoryStream(linked, tree -> Files.exists(tree.resolve("gitdir")))) {
            for (Path tree : trees)
                folders.add(
                        Path.of(Files.readString(tree.resolve("gitdir")).strip())
                                .resolveSibling(".")
                                .normalize());
        }
        return folders;
    }
}
