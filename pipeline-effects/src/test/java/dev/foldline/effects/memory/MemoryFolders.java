package dev.foldline.effects.memory;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Temporary folders in memory, where a system has a place for them that is like a disk and in which
 * there is room; else where they usually are. An engine forces every event to disk, and a test that
 * kills one has no use for that: the disk outlives it either way.
 */
public final class MemoryFolders implements TempDirFactory {
    private static final Path MEMORY = Path.of("/dev/shm");

    /** More than all tests that run at once fill. */
    private static final long ROOM_BYTES = 2L << 30;

    private static final FileTime LONG_AGO = FileTime.fromMillis(0);
    private static final boolean IS_LIKE_A_DISK = isLikeADisk();

    @Override
    public Path createTempDirectory(AnnotatedElementContext wanted, ExtensionContext test)
            throws IOException {
        return create();
    }

    /** Returns a new folder, which its user deletes. */
    public static Path create() throws IOException {
        return IS_LIKE_A_DISK && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM_BYTES
                ? Files.createTempDirectory(MEMORY, "foldline-tests-")
                : Files.createTempDirectory("foldline-tests-");
    }

    /**
     * Containers often let no program run there, and older systems do not know there when a file
     * was made.
     */
    private static boolean isLikeADisk() {
        if (!Files.isWritable(MEMORY)) return false;
        try {
            var program = Files.createTempFile(MEMORY, "foldline-tests-", ".sh");
            try {
                Files.writeString(program, "#!/bin/sh\nexit 0\n");
                Files.setPosixFilePermissions(
                        program, PosixFilePermissions.fromString("rwx------"));
                Files.setLastModifiedTime(program, LONG_AGO);
                var made = Files.readAttributes(program, BasicFileAttributes.class).creationTime();
                return !made.equals(LONG_AGO)
                        && new ProcessBuilder(program.toString()).start().waitFor() == 0;
            } finally {
                Files.delete(program);
            }
        } catch (IOException forbidden) {
            return false;
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }
}
