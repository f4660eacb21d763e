package dev.foldline.app.history;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;

/** Notice that a file may have grown. It never says by what: whoever waits looks for itself. */
final class Growth implements AutoCloseable {
    private final WatchService service;

    private Growth(WatchService service) {
        this.service = service;
    }

    /** Watches from now on; what is there already is to be read after this, so that nothing falls between. */
    static Growth of(Path file) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder == null) throw new IOException("not a file: " + file);
        var service = folder.getFileSystem().newWatchService();
        folder.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
        return new Growth(service);
    }

    /** Waits for a change; false once the folder is gone. */
    boolean await() throws InterruptedException {
        try {
            var key = service.take();
            key.pollEvents();
            return key.reset();
        } catch (ClosedWatchServiceException closed) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
