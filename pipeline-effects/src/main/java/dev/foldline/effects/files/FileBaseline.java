package dev.foldline.effects.files;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/**
 * A file at an earlier time, to compare it later, even in another process, and to restore it.
 *
 * @param path absolute path
 * @param folder its real folder with links resolved; none if there was no such folder
 */
public record FileBaseline(String path, Option<String> folder, State state) {
    private static final long BYTES_MAX = 4 << 20;

    /** The content of a path. */
    public sealed interface State {
        record Nothing() implements State {}

        /** A symbolic link; its target is not read. */
        record Link(String target) implements State {}

        /**
         * A file.
         *
         * @param content its bytes, one character each
         * @param permissions for example {@code rwxr-xr-x}; none if the disk does not support them
         */
        record Plain(String content, Option<String> permissions) implements State {
            public byte[] bytes() {
                return content.getBytes(StandardCharsets.ISO_8859_1);
            }
        }

        /**
         * A file too large to store: only these two values are compared, and it cannot be restored.
         */
        record Large(long bytes, String modified) implements State {}

        /** A folder, a pipe or a device, which cannot be restored. */
        record Other() implements State {}
    }

    public static FileBaseline at(Path file) throws IOException {
        return new FileBaseline(file.toString(), folderOf(file), stateOf(file));
    }

    public Path file() {
        return Path.of(path);
    }

    /** Returns the same path without content. */
    public FileBaseline absent() {
        return new FileBaseline(path, folder, new State.Nothing());
    }

    public boolean isAsItWas() throws IOException {
        return equals(at(file()));
    }

    /** Returns whether the path was and still is a file. */
    public boolean isStillPlain() {
        return (state instanceof State.Plain || state instanceof State.Large)
                && Files.isRegularFile(file(), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Restores the file through a temporary file.
     *
     * @throws IOException also if its folder has been replaced, or if it is or was not a file
     */
    public void putBack() throws IOException {
        if (!folderOf(file()).equals(folder)) throw new IOException("its folder has been replaced");
        switch (state) {
            case State.Nothing _ -> Files.deleteIfExists(file());
            case State.Link(var target) ->
                    moveIn(Files.createSymbolicLink(aside(), Path.of(target)));
            case State.Plain plain -> {
                Path written = Files.write(aside(), plain.bytes());
                if (plain.permissions().isDefined())
                    Files.setPosixFilePermissions(
                            written, PosixFilePermissions.fromString(plain.permissions().get()));
                moveIn(written);
            }
            case State.Large _ -> throw new IOException("it was too large to be remembered");
            case State.Other _ -> throw new IOException("it was no file");
        }
    }

    private void moveIn(Path written) throws IOException {
        try {
            Files.move(
                    written,
                    file(),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private Path aside() {
        return file().resolveSibling("." + file().getFileName() + "-" + UUID.randomUUID());
    }

    private static Option<String> folderOf(Path file) {
        try {
            return Option.of(file.resolveSibling(".").toRealPath().toString());
        } catch (IOException noFolder) {
            return Option.none();
        }
    }

    private static State stateOf(Path file) throws IOException {
        if (Files.isSymbolicLink(file))
            return new State.Link(Files.readSymbolicLink(file).toString());
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return new State.Nothing();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return new State.Other();
        if (Files.size(file) > BYTES_MAX)
            return new State.Large(Files.size(file), Files.getLastModifiedTime(file).toString());
        return new State.Plain(
                new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1),
                permissions(file));
    }

    private static Option<String> permissions(Path file) throws IOException {
        try {
            return Option.of(
                    PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)));
        } catch (UnsupportedOperationException noPosix) {
            return Option.none();
        }
    }
}
