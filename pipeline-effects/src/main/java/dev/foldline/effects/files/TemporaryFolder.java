package dev.foldline.effects.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A folder for a while among the temporary files. Its process holds a lock beside it, so that the
 * next one removes those of processes that were killed.
 */
public final class TemporaryFolder implements AutoCloseable {
    private static final String PREFIX = "foldline-";
    private static final String LOCK = ".lock";

    private static final FileAttribute<?> FOR_THE_USER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path path;
    private final FileChannel lock;

    private TemporaryFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Makes a folder, and removes the abandoned ones of this purpose.
     *
     * @param purpose one word of its name
     */
    public static TemporaryFolder make(String purpose) throws IOException {
        return make(temporary(), purpose);
    }

    /** Returns the abandoned ones of this purpose. */
    public static List<Path> abandoned(String purpose) throws IOException {
        return abandoned(temporary(), purpose);
    }

    static List<Path> abandoned(Path temporary, String purpose) throws IOException {
        var folders = new ArrayList<Path>();
        for (var each : locks(temporary, purpose)) if (isFree(each)) folders.add(folderOf(each));
        return folders;
    }

    private static List<Path> locks(Path temporary, String purpose) throws IOException {
        var locks = new ArrayList<Path>();
        try (var found = Files.newDirectoryStream(temporary, prefix(purpose) + "*" + LOCK)) {
            found.forEach(locks::add);
        }
        Collections.sort(locks);
        return locks;
    }

    /** Removes an abandoned one; one that is in use stays. */
    public static void removeAbandoned(Path folder) throws IOException {
        removeUnlessHeld(lockOf(folder));
    }

    private static boolean isFree(Path lock) throws IOException {
        if (!Files.isWritable(lock)) return false;
        try (var channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                var free = channel.tryLock()) {
            return free != null;
        } catch (OverlappingFileLockException | NoSuchFileException inUse) {
            return false;
        }
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static String prefix(String purpose) {
        return PREFIX + purpose + "-";
    }

    private static Path lockOf(Path folder) {
        return folder.resolveSibling(folder.getFileName() + LOCK);
    }

    static TemporaryFolder make(Path temporary, String purpose) throws IOException {
        for (var each : locks(temporary, purpose)) removeUnlessHeld(each);
        var held = Files.createTempFile(temporary, prefix(purpose), LOCK);
        var lock = FileChannel.open(held, StandardOpenOption.WRITE);
        lock.lock();
        return new TemporaryFolder(Files.createDirectory(folderOf(held), FOR_THE_USER), lock);
    }

    private static Path folderOf(Path lock) {
        var name = lock.getFileName().toString();
        return lock.resolveSibling(name.substring(0, name.length() - LOCK.length()));
    }

    /** What cannot be opened belongs to another user. */
    private static void removeUnlessHeld(Path lock) throws IOException {
        if (!Files.isWritable(lock)) return;
        try (var channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                var free = channel.tryLock()) {
            if (free == null) return;
            new ProtectedFolder(folderOf(lock)).remove();
            Files.deleteIfExists(lock);
        } catch (OverlappingFileLockException | NoSuchFileException inUse) {
            // By this process, or removed by another one.
        }
    }

    public Path path() {
        return path;
    }

    /** Removes it with its content. */
    @Override
    public void close() throws IOException {
        try (lock) {
            new ProtectedFolder(path).remove();
            Files.deleteIfExists(lockOf(path));
        }
    }
}
