package dev.foldline.kill;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Looks on while the log of a workplace's run grows, woken by the file system. */
final class LogWatch implements AutoCloseable {
    private static final int LOOK_AFTER_SECONDS = 1;

    private final KillTestRepository place;
    private final WatchService changes;
    private boolean followsRun;

    private LogWatch(KillTestRepository place, WatchService changes) {
        this.place = place;
        this.changes = changes;
    }

    static LogWatch over(KillTestRepository place) throws IOException {
        var runs = place.runs().root().resolve("runs");
        var changes = runs.getFileSystem().newWatchService();
        runs.register(changes, ENTRY_CREATE);
        return new LogWatch(place, changes);
    }

    /** Waits until the log has so many events; false if the engine ended before. */
    boolean reaches(long events, ApplicationProcess engine)
            throws IOException, InterruptedException {
        return sees(lines -> lines.size() >= events, engine);
    }

    /** Waits until the log looks like this; false if the engine ended before. */
    boolean sees(Predicate<List<String>> wanted, ApplicationProcess engine)
            throws IOException, InterruptedException {
        while (true) {
            boolean alive = engine.isAlive();
            if (wanted.test(lines())) return true;
            if (!alive) return false;
            var key = changes.poll(LOOK_AFTER_SECONDS, TimeUnit.SECONDS);
            if (key == null) continue;
            key.pollEvents();
            key.reset();
        }
    }

    /** The whole lines that are there now. */
    List<String> lines() throws IOException {
        var runs = place.runs().newestFirst();
        if (runs.isEmpty()) return List.of();
        follow(runs.getFirst().path());
        var log = runs.getFirst().events();
        if (!Files.exists(log)) return List.of();
        // The line that is being written may be torn in any byte.
        var text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private void follow(Path run) throws IOException {
        if (!followsRun) run.register(changes, ENTRY_CREATE, ENTRY_MODIFY);
        followsRun = true;
    }

    @Override
    public void close() throws IOException {
        changes.close();
    }
}
