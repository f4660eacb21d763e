package dev.foldline.effects.git.watch;

import dev.foldline.effects.store.DirectoryWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folders in which files change when a branch moves. What cannot be watched is looked at after each pause. */
final class RefFolders implements AutoCloseable {
    private final Path repository;
    private Set<Path> folders = Set.of();
    private Optional<DirectoryWatch> watch = Optional.empty();

    RefFolders(Path repository) { this.repository = repository; }

    /** From now on each change ends the next wait, also in folders that have come since. */
    void arm() {
        var now = found();
        if (now.equals(folders) || now.isEmpty()) return;
        var before = watch;
        watch = watched(now);
        folders = now;
        before.ifPresent(DirectoryWatch::close);
    }

    /** Waits for a change, but not longer than the pause. */
    void await(Duration pause) throws InterruptedException {
        if (watch.isPresent()) watch.get().awaitChange(pause.toMillis(), TimeUnit.MILLISECONDS);
        else Thread.sleep(pause);
    }

    /** Branches have folders for the beginnings of their names; packed refs lie beside them, and so do those of a {@code reftable}. */
    private Set<Path> found() {
        try (Stream<Path> below = Files.walk(repository.resolve("refs/heads"))) {
            var all = below.filter(Files::isDirectory).collect(Collectors.toCollection(TreeSet::new));
            all.add(repository);
            Stream.of(repository.resolve("reftable")).filter(Files::isDirectory).forEach(all::add);
            return all;
        } catch (IOException | UncheckedIOException changing) {
            return folders;
        }
    }

    /** The system has only so many watches. */
    private static Optional<DirectoryWatch> watched(Set<Path> folders) {
        try {
            var first = folders.iterator().next();
            return Optional.of(DirectoryWatch.on(first, folders.stream().skip(1).toArray(Path[]::new)));
        } catch (IOException noneLeft) {
            return Optional.empty();
        }
    }

    @Override public void close() { watch.ifPresent(DirectoryWatch::close); }
}
