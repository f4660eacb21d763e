package dev.foldline.effects.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The single watch service of this process, open while there is a watch: the system limits their
 * number per user to far fewer than the possible number of runs.
 */
final class SharedWatch {
    static final SharedWatch OURS = new SharedWatch();

    private final Map<WatchKey, Set<DirectoryWatch>> watching = new HashMap<>();
    private Optional<WatchService> service = Optional.empty();

    private SharedWatch() {}

    synchronized WatchKey add(Path directory, DirectoryWatch watch) throws IOException {
        if (service.isEmpty()) {
            var started = FileSystems.getDefault().newWatchService();
            service = Optional.of(started);
            Thread.ofVirtual().name("watch").start(() -> pass(started));
        }
        var key =
                directory.register(
                        service.get(),
                        StandardWatchEventKinds.ENTRY_CREATE,
                        StandardWatchEventKinds.ENTRY_MODIFY);
        watching.computeIfAbsent(key, _ -> new HashSet<>()).add(watch);
        return key;
    }

    synchronized void remove(WatchKey key, DirectoryWatch watch) {
        var left = watching.get(key);
        if (left == null || !left.remove(watch) || !left.isEmpty()) return;
        watching.remove(key);
        key.cancel();
        if (watching.isEmpty()) close();
    }

    /** An open service delays the exit of the process by about 300 ms. */
    private void close() {
        try {
            service.orElseThrow().close();
        } catch (IOException open) {
            throw new UncheckedIOException("cannot close the watch service", open);
        } finally {
            service = Optional.empty();
        }
    }

    /** Forwards changes until the service is closed. */
    private void pass(WatchService from) {
        try {
            while (true) {
                var key = from.take();
                key.pollEvents();
                boolean isThere = key.reset();
                watching(key).forEach(watch -> watch.changed(isThere));
            }
        } catch (InterruptedException | ClosedWatchServiceException over) {
            return;
        }
    }

    private synchronized List<DirectoryWatch> watching(WatchKey key) {
        return List.copyOf(watching.getOrDefault(key, Set.of()));
    }
}
