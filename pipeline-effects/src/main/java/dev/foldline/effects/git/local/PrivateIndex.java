package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.command.GitCommand;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.UUID;

/**
 * A copy of the user's index in Foldline's own folder, so that staging does not affect the
 * original.
 */
record PrivateIndex(Path file) implements AutoCloseable {

    static PrivateIndex copyOf(Place place) throws GitFault {
        Path folder = ScratchFolder.folder(place);
        Path copy = folder.resolve("index-" + UUID.randomUUID());
        Path original = place.gitFolder().resolve("index");
        try {
            // Git trusts a file's timestamp only if it is older than the index, so the copy keeps
            // the index's
            // timestamp.
            FileTime written = Files.getLastModifiedTime(original);
            Files.copy(original, copy, StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(copy, written);
        } catch (NoSuchFileException noIndexYet) {
            return new PrivateIndex(copy);
        } catch (IOException unreadable) {
            throw new GitFault(
                    Kind.COMMAND_FAILED, "cannot copy " + original + ": " + unreadable, unreadable);
        }
        return new PrivateIndex(copy);
    }

    /**
     * Returns an index with this content.
     *
     * @param modified the time that its file gets
     */
    static PrivateIndex of(Place place, byte[] content, FileTime modified) throws GitFault {
        var index = empty(place);
        try {
            Files.write(index.file(), content);
            Files.setLastModifiedTime(index.file(), modified);
            return index;
        } catch (IOException full) {
            index.close();
            throw new GitFault(
                    Kind.COMMAND_FAILED, "cannot write " + index.file() + ": " + full, full);
        }
    }

    /** Returns an empty index. */
    static PrivateIndex empty(Place place) throws GitFault {
        return new PrivateIndex(ScratchFolder.folder(place).resolve("index-" + UUID.randomUUID()));
    }

    GitCommand use(GitCommand command) {
        return command.with("GIT_INDEX_FILE", file.toString()).with("GIT_OPTIONAL_LOCKS", "1");
    }

    @Override
    public void close() {
        ScratchFolder.discard(file);
        ScratchFolder.discard(file.resolveSibling(file.getFileName() + ".lock"));
    }
}
