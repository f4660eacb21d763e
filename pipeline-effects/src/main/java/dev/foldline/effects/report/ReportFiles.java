package dev.foldline.effects.report;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the files that match a glob. It enters only folders where something can match, follows no
 * symbolic link, and leaves out repositories' own folders and linked worktrees.
 */
final class ReportFiles {
    static final int FILES_MAX = 20_000;
    static final int ENTRIES_MAX = 1_000_000;
    static final int DEPTH_MAX = 100;

    private static final String REPOSITORY = ".git";
    private static final int POINTER_BYTES_MAX = 4 << 10;

    /**
     * @param name relative to the root, with / between folders
     */
    record ReportFile(Path path, String name, long bytes, Instant writtenAt) {}

    sealed interface Found {
        /**
         * @param files sorted by name
         * @param links the symbolic links that match; they are not followed
         */
        record Files(Vector<ReportFile> files, Vector<String> links) implements Found {}

        record TooMany(String reason) implements Found {}
    }

    private record Folder(Path path, String prefix, int depth, BitSet positions) {}

    private final ReportGlob glob;
    private final List<ReportFile> files = new ArrayList<>();
    private final List<String> links = new ArrayList<>();
    private final ArrayDeque<Folder> folders = new ArrayDeque<>();
    private int entries;

    private ReportFiles(ReportGlob glob) {
        this.glob = glob;
    }

    static Found find(Path root, ReportGlob glob) throws IOException {
        return new ReportFiles(glob).find(root);
    }

    private Found find(Path root) throws IOException {
        folders.push(new Folder(root, "", 0, glob.start()));
        while (!folders.isEmpty()) {
            list(folders.pop());
            if (files.size() > FILES_MAX)
                return new Found.TooMany(
                        "more than %,d files match; use a glob for fewer files"
                                .formatted(FILES_MAX));
            if (entries > ENTRIES_MAX)
                return new Found.TooMany(
                        "more than %,d files were searched; begin the glob with a folder"
                                .formatted(ENTRIES_MAX));
        }
        return new Found.Files(
                Vector.ofAll(files).sorted(Comparator.comparing(ReportFile::name)),
                Vector.ofAll(links).sorted());
    }

    /** A folder that was removed or may not be read has no reports. */
    private void list(Folder folder) throws IOException {
        try (var content = Files.newDirectoryStream(folder.path())) {
            for (var entry : content) {
                if (++entries > ENTRIES_MAX || files.size() > FILES_MAX) return;
                visit(folder, entry);
            }
        } catch (NoSuchFileException | AccessDeniedException | NotDirectoryException gone) {
            if (folder.depth() == 0) throw gone;
        } catch (DirectoryIteratorException failed) {
            throw failed.getCause();
        }
    }

    private void visit(Folder folder, Path entry) throws IOException {
        var name = String.valueOf(entry.getFileName());
        var inside = glob.inside(folder.positions(), name);
        var isMatch = glob.matchesFile(folder.positions(), name);
        if (inside.isEmpty() && !isMatch) return;
        var attributes = attributes(entry);
        var path = folder.prefix() + name;
        if (attributes.isDirectory() && isEntered(folder, entry, inside))
            folders.push(new Folder(entry, path + "/", folder.depth() + 1, inside));
        if (isMatch && attributes.isSymbolicLink()) links.add(path);
        if (isMatch && attributes.isRegularFile())
            files.add(
                    new ReportFile(
                            entry,
                            path,
                            attributes.size(),
                            attributes.lastModifiedTime().toInstant()));
    }

    private static boolean isEntered(Folder folder, Path entry, BitSet inside) throws IOException {
        return !inside.isEmpty() && folder.depth() < DEPTH_MAX && !isLinkedWorktree(entry);
    }

    /** The tests of another worktree are not the check's. */
    private static boolean isLinkedWorktree(Path folder) throws IOException {
        var pointer = folder.resolve(REPOSITORY);
        if (!Files.isRegularFile(pointer, LinkOption.NOFOLLOW_LINKS)) return false;
        try (var file = Files.newInputStream(pointer, LinkOption.NOFOLLOW_LINKS)) {
            return new String(file.readNBytes(POINTER_BYTES_MAX), StandardCharsets.UTF_8)
                    .contains("/worktrees/");
        }
    }

    private static BasicFileAttributes attributes(Path entry) throws IOException {
        return Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
