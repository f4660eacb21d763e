package dev.foldline.effects.context;

import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitFault;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The working tree of a run: the user's, or the run's own, which the run creates and may remove.
 * While the run's own tree does not exist, access to it fails, so that nothing meant for it affects
 * the tree where the run was started.
 */
public final class Site implements AutoCloseable {
    private final Git home;
    private final Path root;
    private final boolean own;
    private Optional<Git> there = Optional.empty();

    private Site(Git home, Path root, boolean own) {
        this.home = home;
        this.root = root;
        this.own = own;
    }

    /** Returns the site of an existing working tree. */
    public static Site at(Git git) {
        return new Site(git, git.place().root(), false);
    }

    /**
     * Returns the site of a run's own worktree, which need not exist yet.
     *
     * @param home another working tree of the same repository; it stays open when this is closed
     */
    public static Site own(Git home, Path root) {
        return new Site(home, root, true);
    }

    public Path root() {
        return root;
    }

    /** Returns a working tree of the repository for creating or removing the run's own. */
    public Git home() {
        return home;
    }

    /** Returns whether the working tree exists now. */
    public boolean isThere() {
        return !own || Files.exists(root.resolve(".git"));
    }

    /**
     * @throws UncheckedIOException with a {@link GitFault} if it does not exist
     */
    public synchronized Git git() {
        if (!own) return home;
        if (!isThere()) close();
        if (there.isEmpty()) there = opened();
        return there.orElseThrow(
                () ->
                        new UncheckedIOException(
                                new GitFault(
                                        GitFault.Kind.COMMAND_FAILED,
                                        "there is no working tree in " + root)));
    }

    private Optional<Git> opened() {
        try {
            return home.tree(root);
        } catch (GitFault fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** Returns the same site with these variables for every git command and its hooks. */
    public Site with(Map<String, String> variables) {
        return new Site(home.with(variables), root, own);
    }

    /** Closes the run's own tree; it is opened again on demand. */
    @Override
    public synchronized void close() {
        there.ifPresent(Git::close);
        there = Optional.empty();
    }
}
