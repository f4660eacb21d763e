package dev.foldline.effects.git.local;

import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of a working tree that get the content of a recorded tree; removals come first. */
final class RestoredFiles {
    private final Path root;
    private final List<Path> removed = new ArrayList<>();
    private final List<Entry> written = new ArrayList<>();

    private record Entry(Path file, FileMode mode, ObjectId content) {}

    /** Reads the content of a file. */
    @FunctionalInterface
    interface Contents {
        byte[] of(ObjectId id) throws IOException;
    }

    RestoredFiles(Path root) {
        this.root = root;
    }

    void removed(String path) throws IOException {
        removed.add(inside(path));
    }

    void written(String path, FileMode mode, ObjectId content) throws IOException {
        if (!FileMode.GITLINK.equals(mode)) written.add(new Entry(inside(path), mode, content));
    }

    private Path inside(String path) throws IOException {
        var file = root.resolve(path).normalize();
        if (!file.startsWith(root) || root.relativize(file).startsWith(".git"))
            throw new IOException("a recorded tree names the path " + path);
        return file;
    }

    void write(Contents contents) throws IOException {
        for (Path file : removed) remove(file);
        for (Entry entry : written) write(entry, contents.of(entry.content()));
    }

    private void remove(Path file) throws IOException {
        Files.deleteIfExists(file);
        for (Path folder = file.getParent();
                folder != null && !folder.equals(root) && isEmpty(folder);
                folder = folder.getParent()) Files.deleteIfExists(folder);
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return false;
        try (var entries = Files.newDirectoryStream(folder)) {
            return !entries.iterator().hasNext();
        } catch (DirectoryNotEmptyException used) {
            return false;
        }
    }

    private static void write(Entry entry, byte[] content) throws IOException {
        var folder = entry.file().getParent();
        if (folder != null) Files.createDirectories(folder);
        Files.deleteIfExists(entry.file());
        if (FileMode.SYMLINK.equals(entry.mode())) {
            Files.createSymbolicLink(
                    entry.file(), Path.of(new String(content, StandardCharsets.UTF_8)));
            return;
        }
        Files.write(entry.file(), content);
        if (FileMode.EXECUTABLE_FILE.equals(entry.mode())
                && !entry.file().toFile().setExecutable(true, false))
            throw new IOException("cannot make " + entry.file() + " executable");
    }
}
