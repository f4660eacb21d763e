package dev.foldline.app.view.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Notice that something in some folders may have changed. It never says what: whoever waits looks for itself. */
final class FolderWatch implements AutoCloseable {
    private final WatchService service;

    private FolderWatch(WatchService service) { this.service = service; }

    /** Watches those of the folders that exist, from now on; what is there already is to be read after this. */
    static FolderWatch on(Path first, Path... others) throws IOException {
        var service = first.getFileSystem().newWatchService();
        try {
            first.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            for (var folder : others) {
                if (Files.isDirectory(folder)) folder.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            }
            return new FolderWatch(service);
        } catch (IOException cannotWatch) {
            service.close();
            throw cannotWatch;
        }
    }

    /** Waits for a change, but not longer than this: not everything that matters, such as a driver's death, changes a file. */
    void await(Duration longest) throws InterruptedException {
        var key = service.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
        if (key == null) return;
        key.pollEvents();
        key.reset();
    }

    @Override
    public void close() throws IOException { service.close(); }
}
