package dev.foldline.effects.world;

import dev.foldline.effects.context.RunContext;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Files that git does not have, such as {@code .env}, brought along into a run's own working tree from the one it was begun in. They
 * are excluded before they are there, so that no commit takes them. Of a link the file is brought that it leads to: whoever shares one
 * between their trees means its content, and what is written into the copy reaches nobody else.
 */
record CopiedFiles(RunContext run, Vector<String> paths) {
    private static final String ASIDE = ".foldline/copied";

    /** Brings those that are missing. What is there came with the branch, or was brought before. */
    void bring() throws IOException {
        for (var path : paths) {
            run.git().exclude("/" + path);
            if (isMissing(path)) copy(path);
        }
    }

    /** Whether all are there that there are. */
    boolean areThere() { return !paths.exists(this::isMissing); }

    private boolean isMissing(String path) {
        return Files.isRegularFile(source(path)) && !Files.exists(run.root().resolve(path), LinkOption.NOFOLLOW_LINKS)
                && isWithin(run.root().resolve(path));
    }

    private Path source(String path) { return run.site().home().place().root().resolve(path); }

    /** In one step, so that a crash leaves the whole file or none; what it leaves aside is never committed. */
    private void copy(String path) throws IOException {
        var to = run.root().resolve(path);
        var aside = run.root().resolve(ASIDE);
        for (var folder : new Path[] {to.getParent(), aside.getParent()}) if (folder != null) Files.createDirectories(folder);
        Files.copy(source(path), aside, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(aside, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /** No link that the branch brought leads out of the tree. */
    private boolean isWithin(Path to) {
        for (var above = to.getParent(); above != null && !above.equals(run.root()); above = above.getParent())
            if (Files.exists(above, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) return false;
        return true;
    }
}
