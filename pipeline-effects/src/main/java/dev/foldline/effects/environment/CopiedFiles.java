package dev.foldline.effects.environment;

import dev.foldline.effects.context.RunContext;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Untracked files, such as {@code .env}, that are copied into a run's own worktree from the tree
 * where it was started. They are excluded before they are created, so that no commit contains them.
 * A link is copied as the file it leads to: a user who shares a file between worktrees needs its
 * content, and changes to the copy do not affect the original.
 */
record CopiedFiles(RunContext run, Vector<String> paths) {
    private static final String ASIDE = ".foldline/copied";

    /** Copies missing files. Existing ones came with the branch, or were copied before. */
    void copy() throws IOException {
        for (var path : paths) {
            run.git().exclude("/" + path);
            if (isMissing(path)) copy(path);
        }
    }

    /** Returns whether all existing files are copied. */
    boolean areThere() {
        return !paths.exists(this::isMissing);
    }

    private boolean isMissing(String path) {
        return Files.isRegularFile(source(path))
                && !Files.exists(run.root().resolve(path), LinkOption.NOFOLLOW_LINKS)
                && isWithin(run.root().resolve(path));
    }

    private Path source(String path) {
        return run.site().home().place().root().resolve(path);
    }

    /**
     * Copies atomically, so that a crash leaves the whole file or none; the temporary file is never
     * committed.
     */
    private void copy(String path) throws IOException {
        var to = run.root().resolve(path);
        var aside = run.root().resolve(ASIDE);
        for (var folder : new Path[] {to.getParent(), aside.getParent()})
            if (folder != null) Files.createDirectories(folder);
        Files.copy(
                source(path),
                aside,
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(aside, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Returns whether the path stays in the tree, without links from the branch that lead out of
     * it.
     */
    private boolean isWithin(Path to) {
        for (var above = to.getParent();
                above != null && !above.equals(run.root());
                above = above.getParent())
            if (Files.exists(above, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) return false;
        return true;
    }
}
