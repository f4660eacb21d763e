package dev.foldline.effects.context;

import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitFault;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The working tree a run works in: a person's, or one of its own, which the run itself makes and may remove. Before and after that
 * there is none, and whoever asks for it is refused: nothing that is meant for it may fall on the tree the run was begun from.
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

    /** A working tree that is there. */
    public static Site at(Git git) { return new Site(git, git.place().root(), false); }

    /**
     * A run's own working tree, whether or not it is there yet.
     *
     * @param home another working tree of the same repository; stays open when this is closed
     */
    public static Site own(Git home, Path root) { return new Site(home, root, true); }

    public Path root() { return root; }

    /** Any working tree of the repository: to make or remove the run's own. */
    public Git home() { return home; }

    /** Whether there is a working tree now. */
    public boolean isThere() { return !own || Files.exists(root.resolve(".git")); }

    /** @throws UncheckedIOException around a {@link GitFault} if it is not there */
    public synchronized Git git() {
        if (!own) return home;
        if (!isThere()) close();
        if (there.isEmpty()) there = opened();
        return there.orElseThrow(() -> new UncheckedIOException(new GitFault(GitFault.Kind.COMMAND_FAILED, "there is no working tree in " + root)));
    }

    private Optional<Git> opened() {
        try {
            return home.tree(root);
        } catch (GitFault fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** The same place; every git command and the hooks it runs get these variables as well. */
    public Site with(Map<String, String> variables) { return new Site(home.with(variables), root, own); }

    /** Lets go of the run's own tree, to be found again when it is asked for. */
    @Override
    public synchronized void close() {
        there.ifPresent(Git::close);
        there = Optional.empty();
    }
}
