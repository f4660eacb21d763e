package dev.foldline.effects.files;

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
import org.jspecify.annotations.Nullable;

/**
 * A folder of ours that agents can reach. Whatever they put in its place or into it, nothing is read, written or removed through
 * a link, and nothing waits on a pipe.
 */
public record OwnFolder(Path path) {

    /** Whether it is there, as a folder and not as a link to one. */
    public boolean exists() { return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS); }

    /** Makes it; a file or a link in its place goes. */
    public OwnFolder make() throws IOException {
        if (!exists()) {
            Files.deleteIfExists(path);
            Files.createDirectories(path);
        }
        return this;
    }

    /** Removes whatever has this name: file, link, or folder with all that is in it. */
    public void remove(String name) throws IOException {
        if (exists()) removeTree(path.resolve(name));
    }

    /** Removes it with all that is in it; what a link in its place leads to stays. */
    public void remove() throws IOException {
        if (exists()) removeTree(path);
        else Files.deleteIfExists(path);
    }

    /** Writes a file anew. */
    public Path write(String name, String text) throws IOException {
        make().remove(name);
        return Files.write(path.resolve(name), text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * The bytes of a file.
     *
     * @return empty if there is nothing of this name
     * @throws IOException if it cannot be read, is larger than {@code bytesMax}, or is no plain file
     */
    public Optional<byte[]> read(String name, int bytesMax) throws IOException {
        Path file = path.resolve(name);
        if (!exists() || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
        // To open a pipe would wait until somebody writes to it.
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) throw new IOException("it is no plain file");
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = in.readNBytes(bytesMax + 1);
            if (content.length > bytesMax) throw new IOException("it is larger than " + bytesMax + " bytes");
            return Optional.of(content);
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    private static void removeTree(Path path) throws IOException {
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
                // Nothing there is what was wanted; a folder that cannot be listed may still be empty.
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException why) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
