package dev.foldline.effects.process;

import dev.foldline.effects.process.ProcessTable.Row;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Determines whether a git lock file may be held. Git closes such a file and keeps it while an
 * editor is open or a hook runs, so every live git process in the repository counts as its holder.
 */
public final class LockHolders {
    private static final Path PROC = Path.of("/proc");
    private static final String GIT = "git";

    private LockHolders() {}

    /**
     * @param lock the lock file, with links resolved
     * @param folders the folders of the repository and its working trees
     * @return true also if this system does not provide the information
     */
    public static boolean mayHold(Path lock, List<Path> folders) {
        if (!ProcessTable.showsSessions()) return true;
        for (Row row : ProcessTable.rows()) {
            var process = PROC.resolve(Long.toString(row.pid()));
            if (isGitIn(process, folders) || hasOpen(process, lock)) return true;
        }
        return false;
    }

    /** A git process of another user that hides its working directory may work here. */
    private static boolean isGitIn(Path process, List<Path> folders) {
        try {
            if (!Files.readString(process.resolve("comm")).startsWith(GIT)) return false;
            var folder = Files.readSymbolicLink(process.resolve("cwd"));
            return folders.stream().anyMatch(folder::startsWith);
        } catch (AccessDeniedException hidden) {
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    private static boolean hasOpen(Path process, Path lock) {
        try (var open = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : open) if (Files.readSymbolicLink(file).equals(lock)) return true;
            return false;
        } catch (IOException goneOrHidden) {
            return false;
        }
    }
}
