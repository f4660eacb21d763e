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
 * A file as it once was, to be compared with what is there later, also by another process, and to be put back.
 *
 * @param path absolute
 * @param folder where it really lay, links resolved; none if there was no such folder
 */
public record Remembered(String path, Option<String> folder, State state) {
    private static final long BYTES_MAX = 4 << 20;

    /** What a path can hold. */
    public sealed interface State {
        record Nothing() implements State {}

        /** A symbolic link; what it leads to is not looked at. */
        record Link(String target) implements State {}

        /**
         * A file.
         *
         * @param content its bytes, a character each
         * @param permissions like {@code rwxr-xr-x}; none where the disk knows none
         */
        record Plain(String content, Option<String> permissions) implements State {
            public byte[] bytes() { return content.getBytes(StandardCharsets.ISO_8859_1); }
        }

        /** Too large to be remembered: it is told from another by these two, and cannot be put back. */
        record Large(long bytes, String modified) implements State {}

        /** A folder, a pipe, a device: it cannot be put back. */
        record Other() implements State {}
    }

    public static Remembered at(Path file) throws IOException { return new Remembered(file.toString(), folderOf(file), stateOf(file)); }

    public Path file() { return Path.of(path); }

    /** The same file, had there been nothing. */
    public Remembered absent() { return new Remembered(path, folder, new State.Nothing()); }

    public boolean isAsItWas() throws IOException { return equals(at(file())); }

    /** Whether a file is what was there and what is there. */
    public boolean isStillPlain() {
        return (state instanceof State.Plain || state instanceof State.Large) && Files.isRegularFile(file(), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Puts it back as it was, written aside and moved in.
     *
     * @throws IOException also if its folder has become another one, or if it is or was no file
     */
    public void putBack() throws IOException {
        if (!folderOf(file()).equals(folder)) throw new IOException("its folder has been replaced");
        switch (state) {
            case State.Nothing _ -> Files.deleteIfExists(file());
            case State.Link(var target) -> moveIn(Files.createSymbolicLink(aside(), Path.of(target)));
            case State.Plain plain -> {
                Path written = Files.write(aside(), plain.bytes());
                if (plain.permissions().isDefined())
                    Files.setPosixFilePermissions(written, PosixFilePermissions.fromString(plain.permissions().get()));
                moveIn(written);
            }
            case State.Large _ -> throw new IOException("it was too large to be remembered");
            case State.Other _ -> throw new IOException("it was no file");
        }
    }

    private void moveIn(Path written) throws IOException {
        try {
            Files.move(written, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private Path aside() { return file().resolveSibling("." + file().getFileName() + "-" + UUID.randomUUID()); }

    private static Option<String> folderOf(Path file) {
        try {
            return Option.of(file.resolveSibling(".").toRealPath().toString());
        } catch (IOException noFolder) {
            return Option.none();
        }
    }

    private static State stateOf(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) return new State.Link(Files.readSymbolicLink(file).toString());
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return new State.Nothing();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return new State.Other();
        if (Files.size(file) > BYTES_MAX) return new State.Large(Files.size(file), Files.getLastModifiedTime(file).toString());
        return new State.Plain(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1), permissions(file));
    }

    private static Option<String> permissions(Path file) throws IOException {
        try {
            return Option.of(PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)));
        } catch (UnsupportedOperationException noPosix) {
            return Option.none();
        }
    }
}
