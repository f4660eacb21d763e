package dev.foldline.effects.store;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;

/**
 * Notice that something in some directories may have changed.
 *
 * <p>It never says what: whoever waits looks for itself, so a lost or merged notification (an overflow) costs nothing.
 */
public final class DirectoryWatch implements AutoCloseable {
    private final WatchService service;

    private DirectoryWatch(WatchService service) {
        this.service = service;
    }

    /** Watches from now on; what is there already must be looked for afterwards, so that nothing falls between. Others may be missing. */
    public static DirectoryWatch on(Path directory, Path... others) throws IOException {
        WatchService service = directory.getFileSystem().newWatchService();
        try {
            directory.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            for (Path other : others) {
                if (Files.isDirectory(other)) other.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            }
            return new DirectoryWatch(service);
        } catch (IOException cannotWatch) {
            service.close();
            throw cannotWatch;
        }
    }

    /** Waits for the next change; false once the watch is closed or the directory is gone. */
    public boolean awaitChange() throws InterruptedException {
        try {
            return rearmed(service.take());
        } catch (ClosedWatchServiceException closed) {
            return false;
        }
    }

    /** Waits for the next change, but not longer than this. */
    public void awaitChange(long timeout, TimeUnit unit) throws InterruptedException {
        WatchKey key = service.poll(timeout, unit);
        if (key != null) {
            rearmed(key);
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
    }

    private static boolean rearmed(WatchKey key) {
        key.pollEvents();
        return key.reset();
    }
}
