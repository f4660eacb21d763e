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

/**
 * The folders whose files change when a branch moves. A folder that cannot be watched is checked
 * after each pause.
 */
final class RefFolders implements AutoCloseable {
    private final Path repository;
    private Set<Path> folders = Set.of();
    private Optional<DirectoryWatch> watch = Optional.empty();

    RefFolders(Path repository) {
        this.repository = repository;
    }

    /** Registers watches, also in new folders, so that each change ends the next wait. */
    void arm() {
        var now = found();
        if (now.equals(folders) || now.isEmpty()) return;
        var before = watch;
        watch = watched(now);
        folders = now;
        before.ifPresent(DirectoryWatch::close);
    }

    /** Waits for a change, at most for the pause. */
    void await(Duration pause) throws InterruptedException {
        if (watch.isPresent()) watch.get().awaitChange(pause.toMillis(), TimeUnit.MILLISECONDS);
        else Thread.sleep(pause);
    }

    /**
     * Branches with slashes have subfolders; packed refs and {@code reftable} files are beside
     * them.
     */
    private Set<Path> found() {
        try (Stream<Path> below = Files.walk(repository.resolve("refs/heads"))) {
            var all =
                    below.filter(Files::isDirectory).collect(Collectors.toCollection(TreeSet::new));
            all.add(repository);
            Stream.of(repository.resolve("reftable")).filter(Files::isDirectory).forEach(all::add);
            return all;
        } catch (IOException | UncheckedIOException changing) {
            return folders;
        }
    }

    /** The number of watches is limited by the system. */
    private static Optional<DirectoryWatch> watched(Set<Path> folders) {
        try {
            var first = folders.iterator().next();
            return Optional.of(
                    DirectoryWatch.on(first, folders.stream().skip(1).toArray(Path[]::new)));
        } catch (IOException noneLeft) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        watch.ifPresent(DirectoryWatch::close);
    }
}
