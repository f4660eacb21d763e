package dev.foldline.effects.files;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * A folder of Foldline that agents can access. Whatever they put in its place or into it, nothing
 * is read, written or removed through a link, and no read blocks on a pipe.
 */
public record ProtectedFolder(Path path) {

    /** Returns whether it exists as a folder, not as a link. */
    public boolean exists() {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Creates it, replacing a file or a link. */
    public ProtectedFolder make() throws IOException {
        if (!exists()) {
            Files.deleteIfExists(path);
            Files.createDirectories(path);
        }
        return this;
    }

    /** Removes the entry of this name: a file, a link, or a folder with its content. */
    public void remove(String name) throws IOException {
        if (exists()) removeTree(path.resolve(name));
    }

    /** Removes it with its content; the target of a link in its place is unchanged. */
    public void remove() throws IOException {
        if (exists()) removeTree(path);
        else Files.deleteIfExists(path);
    }

    /** Writes a file, replacing an existing entry. */
    public Path write(String name, String text) throws IOException {
        make().remove(name);
        return Files.write(
                path.resolve(name),
                text.getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE);
    }

    /**
     * Returns the bytes of a file.
     *
     * @return empty if there is no entry of this name
     * @throws IOException if it cannot be read, is larger than {@code bytesMax}, or is not a plain
     *     file
     */
    public Optional<byte[]> read(String name, int bytesMax) throws IOException {
        Path file = path.resolve(name);
        if (!exists() || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
        // Opening a pipe would block until a writer opens it.
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            throw new IOException("it is no plain file");
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = in.readNBytes(bytesMax + 1);
            if (content.length > bytesMax)
                throw new IOException("it is larger than " + bytesMax + " bytes");
            return Optional.of(content);
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    private static void removeTree(Path path) throws IOException {
        Files.walkFileTree(
                path,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException why)
                            throws IOException {
                        // The intended result is an absent entry; a folder that cannot be listed
                        // may still be empty.
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path folder, @Nullable IOException why) throws IOException {
                        Files.deleteIfExists(folder);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
