package dev.foldline.app.repository;

import dev.foldline.effects.git.Git;
import dev.foldline.effects.poll.Poller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The lock files of git that stay. While other runs or users work in the repository, git creates
 * and removes locks all the time; only one that stays belongs to a long operation, or to a process
 * that has died.
 */
public final class LastingLocks {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private LastingLocks() {}

    /** A lock that is removed and created again is another one. */
    private record Lock(Path file, FileTime created) {}

    /**
     * Returns the locks that exist now and two seconds later. Without any lock it returns at once.
     */
    public static List<Path> in(Git git) throws IOException {
        var staying = locks(git);
        Poller.within(PATIENCE, PAUSE)
                .pollUninterruptibly(
                        () -> {
                            if (!staying.isEmpty()) staying.retainAll(locks(git));
                            return staying;
                        },
                        Set::isEmpty);
        return staying.stream().map(Lock::file).sorted().toList();
    }

    private static Set<Lock> locks(Git git) throws IOException {
        var found = new HashSet<Lock>();
        for (Path file : git.lockFiles()) lock(file).ifPresent(found::add);
        return found;
    }

    private static Optional<Lock> lock(Path file) throws IOException {
        try {
            return Optional.of(new Lock(file, Files.getLastModifiedTime(file)));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }
}
