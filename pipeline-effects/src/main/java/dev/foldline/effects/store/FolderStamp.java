package dev.foldline.effects.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The metadata of a folder, which changes when an entry is added or removed.
 *
 * @param written the last modification time
 * @param links the number of folders in it, if the system counts them
 */
record FolderStamp(Instant written, long links) {
    /**
     * Within one tick of the file system's clock an entry may be added after a check without
     * changing the stamp.
     */
    private static final Duration TICK_MAX = Duration.ofSeconds(2);

    /** Returns none if there is no such folder. */
    static Optional<FolderStamp> of(Path folder) throws IOException {
        try {
            return Optional.of(
                    new FolderStamp(Files.getLastModifiedTime(folder).toInstant(), links(folder)));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    private static long links(Path folder) throws IOException {
        try {
            return Files.getAttribute(folder, "unix:nlink") instanceof Number count
                    ? count.longValue()
                    : 0;
        } catch (UnsupportedOperationException elsewhere) {
            return 0;
        }
    }

    /** Returns whether all later changes will change the stamp. */
    boolean isSettled(Instant now) {
        return written.isBefore(now.minus(TICK_MAX));
    }

    String text() {
        return written + " " + links;
    }
}
