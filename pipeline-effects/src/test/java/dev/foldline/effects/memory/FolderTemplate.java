package dev.foldline.effects.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/**
 * A folder that is made once in a JVM and copied for each test that begins with it: with a
 * repository, and perhaps with runs. A copied repository is one that was moved: its files that name
 * the folder name the copy.
 */
public final class FolderTemplate {
    /** What of git and of a run names the folder it is in. */
    private static final Set<String> NAMING =
            Set.of("config", ".git", "gitdir", "place", "configured-in", "foldline.yaml");

    /** Makes the content of a new folder. */
    @FunctionalInterface
    public interface Content {
        void write(Path folder) throws IOException, InterruptedException;
    }

    private final Content content;
    private Optional<Path> original = Optional.empty();

    public FolderTemplate(Content content) {
        this.content = content;
    }

    /** Copies the content to a folder, which need not exist, and returns that folder. */
    public Path copyTo(Path folder) throws IOException {
        var from = original();
        var to = Files.createDirectories(folder).toRealPath();
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) copy(file, from, to);
        }
        return folder;
    }

    private static void copy(Path file, Path from, Path to) throws IOException {
        var target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) Files.createDirectories(target);
        else if (NAMING.contains(file.getFileName().toString()))
            Files.writeString(
                    target, Files.readString(file).replace(from.toString(), to.toString()));
        else Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private synchronized Path original() throws IOException {
        if (original.isEmpty()) {
            var folder = MemoryFolders.create().toRealPath();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            write(folder);
            original = Optional.of(folder);
        }
        return original.get();
    }

    private void write(Path folder) throws IOException {
        try {
            content.write(folder);
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }
}
