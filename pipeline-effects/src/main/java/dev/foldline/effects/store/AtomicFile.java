package dev.foldline.effects.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Replaces files atomically: readers see the old content or the new one, even after a power
 * failure.
 *
 * <p>The new content is written to a temporary file, forced to disk, and renamed to the target.
 */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Replaces the content of {@code target}, or creates it, readable by its owner only.
     *
     * @throws IOException if it could not be written; the target is unchanged, or, if only its name
     *     could not be forced, has the new content, which a power failure may revert
     */
    public static void write(Path target, byte[] content) throws IOException {
        Path directory = directoryOf(target);
        Path aside = Files.createTempFile(directory, ".", ".tmp");
        try {
            writeForced(aside, target, content);
            move(aside, target);
        } finally {
            Files.deleteIfExists(aside);
        }
    }

    /** Replaces the content with text in UTF-8. */
    public static void write(Path target, String text) throws IOException {
        write(target, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Replaces the content without forcing it, for files that can be rebuilt and contain a
     * checksum.
     */
    public static void replace(Path target, byte[] content) throws IOException {
        Path aside = Files.createTempFile(directoryOf(target), ".", ".tmp");
        try {
            Files.write(aside, content);
            Files.move(
                    aside,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(aside);
        }
    }

    /** Renames a forced file and makes the new name durable. */
    static void move(Path forced, Path target) throws IOException {
        Files.move(
                forced,
                target,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(directoryOf(target));
    }

    /**
     * Makes the names in a directory durable: a new file in an unforced directory can disappear in
     * a power failure.
     */
    public static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Makes the name of a new file durable. */
    public static void forceName(Path file) throws IOException {
        forceDirectory(directoryOf(file));
    }

    private static void writeForced(Path file, Path target, byte[] content) throws IOException {
        try {
            writeAndForce(file, content);
        } catch (FileSystemException named) {
            throw named;
        } catch (IOException nameless) {
            throw named(target, nameless);
        }
    }

    /** The system's exception does not name the file. */
    static FileSystemException named(Path file, IOException nameless) {
        var named = new FileSystemException(file.toString(), null, nameless.getMessage());
        named.initCause(nameless);
        return named;
    }

    private static void writeAndForce(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
    }

    private static Path directoryOf(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("a directory cannot be replaced as a file: " + file);
        }
        return directory;
    }
}
